/* Drawing */

function drawn(board) {
  const grid = make('div', {
    role: 'grid',
    class: board.coloured ? 'board coloured' : 'board',
    'aria-label': board.title,
    style: `--columns:${board.columns + 2 * board.margin};--rows:${board.rows + 2 * board.margin}`,
  });
  const {margin} = board;
  board.nodes = [];
  const numbers = make('div', {role: 'row'}, header('columnheader', 'column'));
  for (let column = -margin; column < board.columns + margin; column += 1) {
    const inside = column >= 0 && column < board.columns;
    numbers.append(header('columnheader', 'column', inside ? column + 1 : 0));
  }
  grid.append(numbers);
  for (let row = -margin; row < board.rows + margin; row += 1) {
    const inside = row >= 0 && row < board.rows;
    const line = make('div', {role: 'row'}, header('rowheader', 'row', inside ? row + 1 : 0));
    for (let column = -margin; column < board.columns + margin; column += 1) {
      line.append(
        inside && column >= 0 && column < board.columns
          ? cellNode(board, board.at([row, column]))
          : clueNode(board, row, column),
      );
    }
    grid.append(line);
  }
  // Each tile has its place, so that the walls can lie over them all.
  [...grid.children].forEach((line, row) => {
    [...line.children].forEach((node, column) => {
      node.style.gridArea = `${row + 1} / ${column + 1}`;
    });
  });
  grid.append(walls(board));
  return grid;
}

// The number of a row or column as an element, which is empty next to the ring of clues (number 0).
function header(role, word, number = 0) {
  if (number === 0) return make('span', {'aria-hidden': 'true'});
  return make('span', {role, 'aria-label': `${word} ${number}`}, String(number));
}

function clueNode(board, row, column) {
  const mark = board.tiles[row + board.margin][column + board.margin].symbol ?? '';
  const line =
    column >= 0 && column < board.columns
      ? `column ${column + 1}`
      : row >= 0 && row < board.rows
        ? `row ${row + 1}`
        : row < 0 === column < 0
          ? 'falling diagonal'
          : 'rising diagonal';
  const label = mark ? `clue ${mark}: ${line}` : 'no clue';
  return make(
    'span',
    {
      role: column < 0 || column >= board.columns ? 'rowheader' : 'columnheader',
      class: 'clue',
      'data-clue': mark,
      'aria-label': label,
    },
    mark,
  );
}

function cellNode(board, at) {
  const tile = board.tile(at);
  const node = make('div', {
    role: 'gridcell',
    class: board.isGiven(at) ? 'cell given' : 'cell',
    tabindex: at === 0 ? 0 : -1,
  });
  if (board.coloured && tile.region !== null) {
    const [ink, inverse] = isDark(tile.tone) ? ['#ffffff', '#000000'] : ['#000000', '#ffffff'];
    setAll(node, {
      style: `--light:${tile.tone};--dark:${tile.tone};--ink:${ink};--inverse:${inverse}`,
    });
  } else if (tile.region !== null) {
    setAll(node, {style: `--light:${tile.tone};--dark:${darkened(tile.tone)}`});
  }
  board.nodes.push(node);
  return node;
}

// Whether white text has more contrast than black text on a colour, by the formula of WCAG.
function isDark(tone) {
  const [red, green, blue] = partsOf(tone).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.179;
}

const partsOf = (tone) => [1, 3, 5].map((at) => parseInt(tone.slice(at, at + 2), 16));

// The letters of regions that do not show their names, with the names.
function legend(board) {
  if (board.legend.length === 0) return [];
  const toneOf = new Map(board.places.map((at) => [board.tile(at).note, board.tile(at).tone]));
  const entries = board.legend.map(({letter, name}) => {
    const tone = toneOf.get(letter);
    const ink = isDark(tone) ? '#ffffff' : '#000000';
    const look = `--light:${tone};--dark:${board.coloured ? tone : darkened(tone)}`;
    const style = board.coloured ? `${look};--ink:${ink}` : look;
    return make('li', {}, make('b', {style}, letter), make('span', {}, name));
  });
  return [make('ul', {class: 'legend', 'aria-label': 'Regions'}, ...entries)];
}

// The colour of a pastel on a dark page: two fifths of the pastel and three fifths of almost black.
function darkened(tone) {
  return `rgb(${partsOf(tone).map((part, at) => Math.round(0.4 * part + 0.6 * [20, 22, 26][at])).join()})`;
}

function walls(board) {
  const {margin, rows, columns} = board;
  const paths = {thin: '', thick: '', shaded: '', rim: ''};
  const all = draw('svg', {
    class: 'walls',
    viewBox: `0 0 ${columns + 2 * margin} ${rows + 2 * margin}`,
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  });
  const signs = [];
  // Between two tiles of dark colours, a wall needs a light line.
  const areDark = (...spots) =>
    board.coloured &&
    spots.every(([row, column]) => {
      const tile = board.tiles[row]?.[column];
      return Boolean(tile) && isDark(tile.tone);
    });
  const edge = (x, y, along, {wall, sign}) => {
    const spots = along === 'v' ? [[y, x - 1], [y, x]] : [[y - 1, x], [y, x]];
    const line = `M${x} ${y}${along}1`;
    if (wall === 'thin') paths[areDark(...spots) ? 'shaded' : 'thin'] += line;
    if (wall === 'thick') {
      paths.thick += line;
      if (areDark(...spots)) paths.rim += line;
    }
    if (sign) {
      const [cx, cy] = along === 'v' ? [x, y + 0.5] : [x + 0.5, y];
      signs.push(draw('circle', {cx, cy, r: 0.17}), draw('text', {x: cx, y: cy, dy: '0.1'}, sign));
    }
  };
  board.tiles.forEach((line, row) =>
    line.forEach(({right, below}, column) => {
      edge(column + 1, row, 'v', right);
      edge(column, row + 1, 'h', below);
    }),
  );
  const frame = `M${margin} ${margin}h${columns}v${rows}h${-columns}Z`;
  all.append(
    draw('path', {class: 'thin', d: paths.thin}),
    draw('path', {class: 'shaded', d: paths.shaded}),
    draw('path', {class: 'rim', d: paths.rim}),
    draw('path', {class: 'thick', d: paths.thick + frame}),
    ...signs,
  );
  return all;
}

// Brings every cell of a board, its clues and its buttons up to date.
function paint(board) {
  const firsts = new Set();
  board.clashes = new Set(byId('conflicts').checked ? board.game.conflicts(board) : []);
  board.places.forEach((at) => {
    const {note} = board.tile(at);
    const isFirst = note && !firsts.has(note);
    firsts.add(note);
    paintCell(board, at, isFirst || byId('letters').checked ? note : null);
  });
  const {ofRule = [], ofFact = [], ofStep = []} = lights(board);
  board.grid.classList.toggle('lit', Boolean(board.hinted));
  board.nodes.forEach((node, at) => {
    node.classList.toggle('of-rule', ofRule.includes(at));
    node.classList.toggle('of-fact', ofFact.includes(at));
    node.classList.toggle('of-step', ofStep.includes(at));
    node.classList.toggle('wrong', board.shown.includes(at));
    node.classList.toggle('clash', board.clashes.has(at));
    node.tabIndex = at === board.here ? 0 : -1;
    const about = [
      [ofStep, 'to change'],
      [ofFact, 'a reason'],
      [ofRule, 'in the hint'],
      [board.shown, 'wrong'],
    ].find(([cells]) => cells.includes(at));
    node.setAttribute('aria-label', label(board, at) + (about ? `, ${about[1]}` : ''));
  });
  for (const clue of board.grid.querySelectorAll('[data-clue]')) {
    const isNamed = board.hinted?.symbols.includes(clue.dataset.clue) && board.stage > 0;
    clue.classList.toggle('named', Boolean(isNamed));
    clue.classList.toggle(
      'used',
      clue.dataset.clue !== '' && board.placesOf(clue.dataset.clue).length > 0,
    );
  }
  board.undoing.disabled = board.past.length === 0;
  board.redoing.disabled = board.future.length === 0;
  board.clearing.disabled = board.cells.every((cell, at) => cell === board.start[at]);
  board.keys?.forEach((key, letter) =>
    key.classList.toggle('put', board.placesOf(letter).length > 0),
  );
}

function paintCell(board, at, region) {
  const [node, cell, mark, tile] = [
    board.nodes[at],
    board.cells[at],
    board.mark(at),
    board.tile(at),
  ];
  const seen = mark === EMPTY && byId('seen').checked && board.game.isSeen?.(board, at);
  const key = `${cell}${seen}${region}`;
  if (node.dataset.key === key) return;
  node.classList.toggle('fresh', node.dataset.key !== undefined);
  node.classList.toggle('one', mark === '1' && board.play.symbols[1].shape !== 'disc');
  node.dataset.key = key;
  const parts = [];
  if (region) parts.push(make('span', {class: 'region'}, region));
  if (tile.number !== null) parts.push(make('span', {class: 'number'}, tile.number));
  const symbol = board.play.symbols?.[mark];
  if (mark === 'Q' && board.play.kind === 'queens') {
    parts.push(shape(board.play.piece));
  } else if (symbol) {
    const {shape: kind, tone} = symbol;
    parts.push(kind === 'letter' ? make('span', {class: 'mark'}, symbol.symbol) : shape(kind, tone));
  } else if (mark === '.') {
    parts.push(make('span', {class: 'mark cross'}, '×'));
  } else if (mark !== EMPTY) {
    parts.push(make('span', {class: 'mark'}, mark));
  } else if (seen) {
    parts.push(make('span', {class: 'dot'}, '·'));
  } else if (cell.length > 1) {
    parts.push(
      make(
        'span',
        {class: 'notes'},
        ...notesOf(cell).map(([letter, sign]) => make(sign === '-' ? 's' : 'span', {}, letter)),
      ),
    );
  }
  node.replaceChildren(...parts);
}

// The drawing of a mark: a shape of the sheet, or a disc.
function shape(kind, tone) {
  const drawing = draw('svg', {class: `mark ${kind}`, viewBox: '-18 -18 36 36'});
  if (tone) setAll(drawing, {style: `--own:${tone}`});
  drawing.append(
    kind === 'disc' ? draw('circle', {r: 12.5}) : draw('path', {d: sheet.shapes[kind]}),
  );
  return drawing;
}

function label(board, at) {
  const {right, below} = board.tile(at);
  const region = board.regionOf(at);
  const mark = board.mark(at);
  const notes = notesOf(board.cells[at]).map(([letter, sign]) =>
    sign === '-' ? `not ${letter}` : `perhaps ${letter}`,
  );
  const relation = (sign) => (sign === '=' ? 'equal to' : 'other than');
  const signs = [
    right.sign && `${relation(right.sign)} the cell to the right`,
    below.sign && `${relation(below.sign)} the cell below`,
  ];
  return [
    `row ${board.row(at) + 1}, column ${board.column(at) + 1}`,
    region && `region ${region}`,
    board.game.words(board)[mark] ?? mark,
    board.isGiven(at) && 'given',
    board.clashes.has(at) && 'conflict',
    ...notes,
    ...signs,
  ]
    .filter(Boolean)
    .join(', ');
}
