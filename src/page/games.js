/* The games of src/puzzle/play.rs. Each has

   cycle, keys, words   its marks in the order of clicks, by keys, and as they are read aloud
   isDone(board, claim) whether a claim of the plan, {at, symbol, is}, is on the board
   value(cell, claim)   the cell with the claim put down
   isWrong(...)         whether a cell contradicts the answer
   isFinished(board)    whether every cell that needs a mark has one, and every rule holds
   excludes(...)        whether a known mark excludes the mark in another cell, and `excluded`, in
                        words; left out if marks exclude each other only by steps of the plan */

const GAMES = {
  queens: {
    cycle: [EMPTY, '.', 'Q'],
    keys: {x: '.', q: 'Q'},
    words: {[EMPTY]: 'empty', '.': 'cross', Q: 'queen'},
    // With one queen in each line a queen sees its lines; with more, only what touches it.
    sees(board, a, b) {
      const isInLine = this.lines(board).some(
        (lineOf) => lineOf(a) !== null && lineOf(a) === lineOf(b),
      );
      return a !== b && (board.touches(a, b) || (board.play.each === 1 && isInLine));
    },
    // A cell of no region has null in place of its region, and no queen.
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
    excluded: (symbol, known, other) =>
      `The queen at ${known} sees ${other}: there is no queen there.`,
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
    keys: {0: '0', 1: '1'},
    words: {[EMPTY]: 'empty', 0: '0', 1: '1'},
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
    keys: {},
    words: {[EMPTY]: 'empty'},
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
    excluded: (symbol, known, other) => `${symbol} is at ${known}, so it is not at ${other}.`,
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

// Returns the cell with a note on a letter ('' takes it away), in the order of letters.
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
