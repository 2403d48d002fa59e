/* The games of src/problems/puzzle/play.rs. Each has

   cycle                its marks in the order of clicks
   keys(board)          its marks by keys
   isDone(board, claim) whether a claim of the plan, {at, symbol, is}, is on the board
   value(cell, claim)   the cell with the claim put down
   isWrong(...)         whether a cell contradicts the answer
   conflicts(board)     the cells whose marks break a rule, with repetitions
   isFinished(board)    whether every cell that needs a mark has one, and every rule holds
   words(board)         its marks as they are read aloud
   excludes(...)        whether a known mark excludes the mark in another cell, and `excluded`, in
                        words; left out if marks exclude each other only by steps of the plan */

const GAMES = {
  queens: {
    cycle: [EMPTY, '.', 'Q'],
    keys: ({play}) => ({x: '.', [play.piece[0]]: 'Q', q: 'Q'}),
    words: ({play}) => ({[EMPTY]: 'empty', '.': 'cross', Q: play.piece}),
    // With one queen in each line, a queen sees all cells of its lines; with more, only cells that touch it.
    sees(board, a, b) {
      const isInLine = this.lines(board).some(
        (lineOf) => lineOf(a) !== null && lineOf(a) === lineOf(b),
      );
      return a !== b && (board.touches(a, b) || (board.play.each === 1 && isInLine));
    },
    // A cell of no region has null in place of a region. It has no queen.
    lines: (board) => [
      (at) => board.row(at),
      (at) => board.column(at),
      (at) => board.tile(at).region,
    ],
    isSeen(board, at) {
      return board.placesOf('Q').some((queen) => this.sees(board, queen, at));
    },
    isDone(board, {at, is}) {
      const mark = board.mark(at);
      return is ? mark === 'Q' : mark === '.' || (mark === EMPTY && this.isSeen(board, at));
    },
    value: (cell, {is}) => (is ? 'Q' : '.'),
    isWrong: (board, at, right) => board.mark(at) !== EMPTY && board.mark(at) !== right,
    excludes(board, at, symbol, other) {
      return symbol === 'Q' && board.mark(other) === 'Q' && this.sees(board, at, other);
    },
    excluded: ({play: {piece}}, symbol, known, other) =>
      `The ${piece} at ${known} sees ${other}: there is no ${piece} there.`,
    conflicts(board) {
      const queens = board.placesOf('Q');
      const touching = queens.filter((a) => queens.some((b) => board.touches(a, b)));
      const crowded = this.lines(board).flatMap((lineOf) =>
        queens.filter((at) => {
          const most = lineOf(at) === null ? 0 : board.play.each;
          return queens.filter((other) => lineOf(other) === lineOf(at)).length > most;
        }),
      );
      return [...touching, ...crowded];
    },
    isFinished(board) {
      const queens = board.placesOf('Q');
      const isFull = (lineOf) => {
        const counts = new Map(board.places.map((at) => [lineOf(at), 0]));
        queens.forEach((at) => counts.set(lineOf(at), counts.get(lineOf(at)) + 1));
        return [...counts].every(
          ([line, count]) => count === (line === null ? 0 : board.play.each),
        );
      };
      const isTouched = queens.some((a) => queens.some((b) => board.touches(a, b)));
      return this.lines(board).every(isFull) && !isTouched;
    },
  },

  halves: {
    cycle: [EMPTY, '0', '1'],
    // A key is a mark, a symbol of the board, or the first letter of its shape.
    keys({play: {symbols}}) {
      const keys = {0: '0', 1: '1'};
      symbols.forEach(({symbol, shape}, mark) => {
        if (shape === 'sun' || shape === 'moon') keys[shape[0]] = String(mark);
        keys[symbol.toLowerCase()] = String(mark);
      });
      return keys;
    },
    words({play: {symbols}}) {
      const word = ({symbol, shape}) => (shape === 'sun' || shape === 'moon' ? shape : symbol);
      return {[EMPTY]: 'empty', 0: word(symbols[0]), 1: word(symbols[1])};
    },
    isDone(board, claim) {
      return board.mark(claim.at) === this.value(board.cells[claim.at], claim);
    },
    value: (cell, {symbol, is}) => (is === (symbol === '1') ? '1' : '0'),
    isWrong: (board, at, right) => board.mark(at) !== EMPTY && board.mark(at) !== right,
    isFinished(board) {
      const text = (line) => line.map((at) => board.mark(at)).join('');
      return (
        board.cells.every((cell) => cell !== EMPTY) &&
        board.lines().every((lines) => {
          const texts = lines.map(text);
          return (
            texts.every((line) => !/000|111/.test(line) && this.isBalanced(board, line)) &&
            !(board.play.distinct && new Set(texts).size < texts.length)
          );
        }) &&
        board.places.every((at) => this.keepsSigns(board, at))
      );
    },
    conflicts(board) {
      const found = [];
      const mark = (at) => board.mark(at);
      for (const lines of board.lines()) {
        for (const line of lines) {
          line.forEach((at, place) => {
            const three = line.slice(place, place + 3);
            const isAlike = three.length === 3 && three.every((one) => mark(one) === mark(at));
            if (isAlike && mark(at) !== EMPTY) found.push(...three);
          });
          for (const symbol of ['0', '1']) {
            const those = line.filter((at) => mark(at) === symbol);
            if (those.length > this.most(board, line.length, symbol)) found.push(...those);
          }
        }
        const texts = lines.map((line) => line.map(mark).join(''));
        if (board.play.distinct) {
          lines.forEach((line, number) => {
            const isTwin = texts.some((other, place) => place !== number && other === texts[number]);
            if (isTwin && !texts[number].includes(EMPTY)) found.push(...line);
          });
        }
      }
      for (const at of board.places) {
        const {right, below} = board.tile(at);
        for (const [sign, other] of [
          [right.sign, at + 1],
          [below.sign, at + board.columns],
        ]) {
          const areMarked = sign && mark(at) !== EMPTY && mark(other) !== EMPTY;
          if (areMarked && (sign === '=') !== (mark(at) === mark(other))) found.push(at, other);
        }
      }
      return found;
    },
    // The largest allowed number of cells of a line with a symbol.
    most({play: {either}}, length, symbol) {
      return symbol === '1' || either ? Math.ceil(length / 2) : Math.floor(length / 2);
    },
    isBalanced(board, line) {
      const more = 2 * [...line].filter((symbol) => symbol === '1').length - line.length;
      return line.length % 2 === 0 ? more === 0 : more === 1 || (board.play.either && more === -1);
    },
    keepsSigns(board, at) {
      const {right, below} = board.tile(at);
      const keeps = (sign, other) =>
        !sign || (sign === '=') === (board.mark(at) === board.mark(other));
      return keeps(right.sign, at + 1) && keeps(below.sign, at + board.columns);
    },
  },

  path: {
    cycle: null,
    keys: () => ({}),
    words: () => ({[EMPTY]: 'empty'}),
    isDone(board, {at, symbol, is}) {
      const mark = board.mark(at);
      if (is) return mark === symbol;
      return (
        mark !== symbol &&
        (mark !== EMPTY ||
          noteOf(board.cells[at], symbol) === '-' ||
          board.placesOf(symbol).length > 0)
      );
    },
    value: (cell, {symbol, is}) => (is ? symbol : withNote(cell, symbol, '-')),
    isWrong: (board, at, right) =>
      board.mark(at) === EMPTY ? noteOf(board.cells[at], right) === '-' : board.mark(at) !== right,
    excludes: (board, at, symbol, other) => other !== at && board.mark(other) === symbol,
    excluded: (board, symbol, known, other) => `${symbol} is at ${known}, so it is not at ${other}.`,
    conflicts(board) {
      const {letters} = board.play;
      const places = letters.map(({letter}) => board.placesOf(letter));
      return places.flatMap((cells, number) => {
        const allowed = letters[number].cells?.map((cell) => board.at(cell));
        const next = places[number + 1] ?? [];
        const [here, there] = [cells[0], next[0]];
        const isFar = cells.length === 1 && next.length === 1 && !board.touches(here, there);
        return [
          ...(cells.length > 1 ? cells : []),
          ...cells.filter((at) => allowed && !allowed.includes(at)),
          ...(isFar ? [here, there] : []),
        ];
      });
    },
    isFinished(board) {
      const places = board.play.letters.map(({letter}) => board.placesOf(letter));
      return places.every(
        (cells, number) =>
          cells.length === 1 &&
          (number === 0 || board.touches(cells[0], places[number - 1][0])) &&
          (board.play.letters[number].cells?.some((cell) => board.at(cell) === cells[0]) ?? true),
      );
    },
  },
};

function notesOf(cell) {
  const notes = [];
  for (let at = 1; at < cell.length; at += 2) notes.push([cell[at + 1], cell[at]]);
  return notes;
}

const noteOf = (cell, letter) => notesOf(cell).find(([noted]) => noted === letter)?.[1] ?? '';

// Returns the cell with a note on a letter ('' removes the note). Notes are in the order of letters.
function withNote(cell, letter, sign) {
  const notes = notesOf(cell).filter(([noted]) => noted !== letter);
  if (sign) notes.push([letter, sign]);
  return (
    EMPTY +
    notes
      .sort()
      .map(([noted, its]) => its + noted)
      .join('')
  );
}

const nextNote = {'': '+', '+': '-', '-': ''};
