/* The sheet */

function letterKeys(board) {
  board.keys = new Map(
    board.play.letters.map(({letter}) => [
      letter,
      button(letter, () => {
        put(board, board.here, letter);
      }),
    ]),
  );
  board.pencil = button('Notes', () => note(board), 'wide');
  setAll(board.pencil, {'aria-pressed': 'false'});
  return make(
    'div',
    {class: 'letters', role: 'group', 'aria-label': 'Letters'},
    ...board.keys.values(),
    board.pencil,
    button('Erase', () => put(board, board.here, EMPTY), 'wide'),
  );
}

function playable(data, number) {
  const board = new Board(data);
  Object.assign(board, {hinted: null, stage: 0, shown: [], checked: null, noting: false});
  board.grid = drawn(board);
  board.undoing = button('Undo', () => travel(board, board.undo(), 'undone'));
  board.redoing = button('Redo', () => travel(board, board.redo(), 'again'));
  board.clearing = button('Clear', () => clear(board));
  const tools = make(
    'div',
    {class: 'tools', role: 'group', 'aria-label': `Board ${number + 1}`},
    board.undoing,
    board.redoing,
    board.clearing,
  );
  if (board.answer) tools.append(button('Check', () => check(board)));
  if (board.plan) tools.append(button('Hint', () => hint(board), 'main'));
  if (board.note) board.about = make('p', {class: 'note'}, board.note);
  board.said = make('p', {class: 'said', role: 'status'});
  board.choices = make('div', {class: 'choices'});
  const side = make(
    'div',
    {class: 'side'},
    tools,
    ...(board.about ? [board.about] : []),
    board.said,
    board.choices,
    ...(board.play.kind === 'path' ? [letterKeys(board)] : []),
  );
  board.article = make(
    'article',
    {class: board.play.kind},
    heading(data, number),
    make('div', {class: 'drawn'}, board.grid, ...legend(board)),
    side,
  );
  listen(board);
  return board;
}

// Buttons that lead to the previous and the next board, if there are several boards to play.
function ways() {
  if (boards.length < 2) return;
  for (const board of boards) {
    const [before, after] = [-1, 1].map((step) => {
      const other = neighbour(board, step);
      const way = button(step < 0 ? '←' : '→', () => turnTo(neighbour(board, step)), 'way');
      setAll(way, {'aria-label': step < 0 ? 'Previous board' : 'Next board'});
      way.disabled = !other;
      return way;
    });
    board.article
      .querySelector('header')
      .append(make('div', {class: 'ways', role: 'group', 'aria-label': 'Boards'}, before, after));
  }
}

// The heading of a board: its name, and its title unless the page has the same title.
function heading(data, number) {
  const isAlone = sheet.boards.length === 1;
  const name = data.name || (isAlone ? '' : `Board ${number + 1}`);
  const title = isAlone && data.title === document.title ? '' : data.title;
  const about = [title, data.plan?.grade?.level].filter(Boolean).join(' · ');
  const texts = [name && make('h2', {}, name), about && make('p', {}, about)];
  return make('header', {}, make('div', {}, ...texts.filter(Boolean)));
}

const picture = (svg, text) =>
  make('img', {src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: text});

function onlyShown(data, number) {
  const figure = make(
    'figure',
    {},
    picture(data.picture, data.told),
    ...(data.said ? [make('figcaption', {}, data.said)] : []),
  );
  return make('article', {}, heading(data, number), figure);
}

const memory = (() => {
  let hash = 0x811c9dc5;
  for (const symbol of byId('data').textContent)
    hash = Math.imul(hash ^ symbol.codePointAt(0), 0x01000193) >>> 0;
  return `quarrel-sheet-${hash.toString(16)}`;
})();

// The options, by the ids of their boxes.
const OPTIONS = ['letters', 'seen', 'conflicts'];

// A browser may refuse to store data; then the marks are lost when the page is closed.
function keep() {
  const options = OPTIONS.map((id) => byId(id).checked);
  try {
    localStorage.setItem(
      memory,
      JSON.stringify({cells: boards.map((board) => board.cells), options}),
    );
  } catch {
    /* not stored */
  }
}

function recall() {
  try {
    const {cells, options} = JSON.parse(localStorage.getItem(memory));
    boards.forEach((board, number) => {
      board.change(cells[number].map((cell, at) => [at, String(cell)]));
      board.past = [];
    });
    OPTIONS.forEach((id, number) => {
      byId(id).checked = Boolean(options[number]);
    });
  } catch {
    /* nothing was stored */
  }
}

const boards = [];

// Opens the rules. The heading takes the focus here: with `autofocus` in the markup, the browser
// complains on its console if a player is on a board before the page is drawn.
function explainRules() {
  byId('rules').showModal();
  byId('rules-title').focus();
}

// Puts the words of the boards into the help: what is placed, and the symbols.
function fillWords() {
  const words = {
    piece: ({play}) => play.piece,
    'piece-key': ({play}) => play.piece?.[0].toUpperCase(),
    zero: (board) => board.play.symbols && board.game.words(board)[0],
    one: (board) => board.play.symbols && board.game.words(board)[1],
    'zero-key': (board) => board.play.symbols && keyOf(board, '0'),
    'one-key': (board) => board.play.symbols && keyOf(board, '1'),
  };
  for (const node of document.querySelectorAll('[data-word]')) {
    const found = boards.map(words[node.dataset.word]).filter(Boolean);
    node.textContent = [...new Set(found)].join(' or ');
  }
}

// The last key for a mark: the one that looks like it.
function keyOf(board, mark) {
  const keys = Object.entries(board.game.keys(board)).filter(([, other]) => other === mark);
  const letters = keys.map(([key]) => key.toUpperCase()).filter((key) => /^\w$/.test(key));
  return letters.at(-1);
}

function begin() {
  const main = document.querySelector('main');
  main.classList.toggle('alone', sheet.boards.length === 1);
  sheet.boards.forEach((data, number) => {
    if (!data.play) return main.append(onlyShown(data, number));
    const board = playable(data, number);
    boards.push(board);
    main.append(board.article);
  });
  ways();
  listenEverywhere();
  const has = {
    play: boards.length > 0,
    several: boards.length > 1,
    plan: boards.some(({plan}) => plan),
    answer: boards.some(({answer}) => answer),
  };
  for (const node of document.querySelectorAll('[data-for]')) {
    node.hidden =
      !has[node.dataset.for] && !boards.some(({play}) => play.kind === node.dataset.for);
  }
  fillWords();
  byId('rules-text').append(
    ...[...new Set(sheet.boards.map(({rules}) => rules))].map((rules) => make('p', {}, rules)),
  );
  const answers = sheet.boards.filter(({solution}) => solution);
  byId('answers').classList.toggle('known', answers.length > 0);
  byId('answers').lastElementChild.append(
    ...answers.map((data) =>
      make(
        'figure',
        {},
        make('figcaption', {}, data.name || data.title),
        picture(data.solution, 'answer'),
      ),
    ),
  );
  recall();
  boards.forEach((board) => refresh(board));
  for (const id of OPTIONS)
    byId(id).addEventListener('change', () => {
      boards.forEach(paint);
      keep();
    });
  byId('print').addEventListener('click', () => print());
  byId('help').addEventListener('click', explainRules);
}

begin();
