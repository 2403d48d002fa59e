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
  board.said = make('p', {class: 'said', role: 'status'});
  board.choices = make('div', {class: 'choices'});
  const side = make(
    'div',
    {class: 'side'},
    tools,
    board.said,
    board.choices,
    ...(board.play.kind === 'path' ? [letterKeys(board)] : []),
  );
  board.article = make(
    'article',
    {class: board.play.kind},
    heading(data, number),
    board.grid,
    side,
  );
  listen(board);
  return board;
}

// Names a board, unless the title of the sheet says it all.
function heading(data, number) {
  const isAlone = sheet.boards.length === 1;
  const name = data.name || (isAlone ? '' : `Board ${number + 1}`);
  const title = isAlone && data.title === document.title ? '' : data.title;
  const about = [title, data.plan?.grade?.level].filter(Boolean).join(' · ');
  const texts = [name && make('h2', {}, name), about && make('p', {}, about)];
  return make('header', {}, ...texts.filter(Boolean));
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

// A browser may refuse to keep anything; then the marks last as long as the page.
function keep() {
  const options = [byId('letters').checked, byId('seen').checked];
  try {
    localStorage.setItem(
      memory,
      JSON.stringify({cells: boards.map((board) => board.cells), options}),
    );
  } catch {
    /* not kept */
  }
}

function recall() {
  try {
    const {cells, options} = JSON.parse(localStorage.getItem(memory));
    boards.forEach((board, number) => {
      board.change(cells[number].map((cell, at) => [at, String(cell)]));
      board.past = [];
    });
    [byId('letters').checked, byId('seen').checked] = options;
  } catch {
    /* nothing was kept */
  }
}

const boards = [];

// Opens the rules. The heading takes the focus here: with `autofocus` in the markup, the browser
// complains on its console if a player is on a board before the page is drawn.
function explainRules() {
  byId('rules').showModal();
  byId('rules-title').focus();
}

function begin() {
  document.querySelector('#crown path').setAttribute('d', sheet.crown);
  const main = document.querySelector('main');
  main.classList.toggle('alone', sheet.boards.length === 1);
  sheet.boards.forEach((data, number) => {
    if (!data.play) return main.append(onlyShown(data, number));
    const board = playable(data, number);
    boards.push(board);
    main.append(board.article);
  });
  const has = {
    play: boards.length > 0,
    plan: boards.some(({plan}) => plan),
    answer: boards.some(({answer}) => answer),
  };
  for (const node of document.querySelectorAll('[data-for]')) {
    node.hidden =
      !has[node.dataset.for] && !boards.some(({play}) => play.kind === node.dataset.for);
  }
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
  for (const id of ['letters', 'seen'])
    byId(id).addEventListener('change', () => {
      boards.forEach(paint);
      keep();
    });
  byId('print').addEventListener('click', () => print());
  byId('help').addEventListener('click', explainRules);
  document.addEventListener('keydown', (event) => {
    if (event.key === '?' && !byId('rules').open && !event.defaultPrevented)
      explainRules();
  });
}

begin();
