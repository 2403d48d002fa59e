/* Playing */

function say(board, text, small, ...choices) {
  const hadFocus = board.choices.contains(document.activeElement);
  board.said.replaceChildren(...(small ? [make('small', {}, small)] : []), ...(text ? [text] : []));
  board.choices.replaceChildren(...choices);
  if (hadFocus) (choices[0] ?? board.nodes[board.here]).focus();
}

function aloud(text) {
  byId('aloud').textContent = text;
}

// Updates the display. A shown hint stays if it is still the next hint.
function refresh(board, text = '') {
  board.shown = [];
  board.checked = null;
  const isFinished = board.game.isFinished(board);
  const next = board.hinted && !isFinished ? board.hint() : null;
  if (board.hinted && next?.stages.join() === board.hinted.stages.join()) {
    board.hinted = next;
  } else if (!isFinished) {
    board.hinted = null;
    say(board, text);
  }
  board.article.classList.toggle('solved', isFinished);
  if (isFinished) {
    board.hinted = null;
    const next = neighbour(board, 1);
    const on = next ? [button('Next board', () => turnTo(next), 'main')] : [];
    say(board, 'Solved. Every rule holds.', '', ...on);
  }
  paint(board);
}

function renew(board, text) {
  refresh(board, text);
  keep();
}

// The board that is `step` places later on the sheet; undefined if there is none.
const neighbour = (board, step) => boards[boards.indexOf(board) + step];

// Shows another board, with the focus in it.
function turnTo(board) {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  board.article.scrollIntoView({behavior: isCalm ? 'auto' : 'smooth', block: 'start'});
  board.nodes[board.here].focus({preventScroll: true});
}

function set(board, values) {
  if (board.change(values)) {
    renew(board);
    aloud(label(board, values[0][0]));
  }
}

function put(board, at, mark) {
  if (board.isGiven(at)) aloud('given');
  else if (board.play.kind === 'path' && board.noting && mark !== EMPTY) {
    set(board, [[at, withNote(board.cells[at], mark, nextNote[noteOf(board.cells[at], mark)])]]);
  } else set(board, [[at, board.mark(at) === mark && board.game.cycle === null ? EMPTY : mark]]);
}

function cycle(board, at, back) {
  const marks = board.game.cycle;
  if (!marks) return;
  const next = marks.indexOf(board.mark(at)) + (back ? marks.length - 1 : 1);
  put(board, at, marks[next % marks.length]);
}

function travel(board, step, word) {
  if (!step) return;
  renew(board);
  aloud(`${word}: ${label(board, step[0][0])}`);
}

function move(board, at) {
  board.here = at;
  board.nodes.forEach((node, place) => {
    node.tabIndex = place === at ? 0 : -1;
  });
  board.nodes[at].focus();
}

/* Hints */

// The cells that a hint highlights: at its first stages the cells to look at, at the last those to change.
function lights({hinted, stage}) {
  if (!hinted) return {};
  const {ofRule, ofFact, ofStep} = hinted;
  if (stage === 0) return {ofRule: [ofRule, ofFact, ofStep].find(({length}) => length > 0)};
  return stage === 1 ? {ofRule, ofFact} : {ofRule, ofFact, ofStep};
}

function hint(board) {
  if (!board.plan || board.game.isFinished(board)) return;
  const next = board.hinted ?? board.hint();
  if (!next) {
    say(board, `The reasons in this sheet end here.${board.note ? ` ${board.note}` : ''}`);
  } else if (board.hinted && board.stage === 2) {
    doIt(board);
  } else {
    board.stage = board.hinted ? board.stage + 1 : 0;
    board.hinted = next;
    board.shown = [];
    sayHint(board);
    paint(board);
  }
}

// A part of a hint as a sentence.
function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1) + (text.endsWith('.') ? '' : '.');
}

function sayHint(board) {
  const {stages} = board.hinted;
  const more = ['Which rule?', 'Why?'][board.stage];
  say(
    board,
    sentence(stages[board.stage]),
    `Hint, part ${board.stage + 1} of 3`,
    ...(more
      ? [button(more, () => hint(board), 'main')]
      : [button('Do it', () => doIt(board), 'main')]),
    button('Put away', () => putAway(board)),
  );
}

// Removes a hint or the result of a check from the display.
function putAway(board) {
  if (board.game.isFinished(board)) return;
  board.hinted = null;
  board.shown = [];
  say(board, '');
  paint(board);
}

function doIt(board) {
  const {values} = board.hinted;
  board.hinted = null;
  board.change(values);
  renew(board, 'Done.');
  aloud(values.map(([at]) => label(board, at)).join('; '));
}

function check(board) {
  if (!board.answer) return;
  const wrong = board.wrong();
  board.hinted = null;
  board.shown = board.checked ? wrong : [];
  board.checked = true;
  if (wrong.length === 0) say(board, 'Nothing is wrong so far.');
  else if (board.shown.length === 0)
    say(
      board,
      `${counted(wrong.length, 'cell')} ${wrong.length === 1 ? 'is' : 'are'} wrong.`,
      '',
      button('Which?', () => check(board)),
    );
  else say(board, `Wrong: ${wrong.map((at) => board.pairOf(at)).join(', ')}`);
  paint(board);
}

function clear(board) {
  const keepThem = button('Keep them', () => renew(board));
  board.hinted = null;
  say(
    board,
    'Clear all marks of this board?',
    '',
    keepThem,
    button('Clear', () =>
      set(
        board,
        board.places.map((at) => [at, board.start[at]]),
      ),
    ),
  );
  paint(board);
  keepThem.focus();
}

/* Pointers and keys */

function listen(board) {
  const placeOf = (event) => board.nodes.indexOf(event.target.closest('.cell'));
  let drag = null;
  board.grid.addEventListener('click', (event) => {
    const at = placeOf(event);
    if (at < 0) return;
    move(board, at);
    if (!drag?.moved) cycle(board, at, event.shiftKey);
    drag = null;
  });
  // A mouse that is dragged over empty cells crosses them out.
  board.grid.addEventListener('pointerdown', (event) => {
    const at = placeOf(event);
    drag =
      event.pointerType === 'mouse' && event.button === 0 && board.play.kind === 'queens' && at >= 0
        ? {from: at, moved: false}
        : null;
  });
  board.grid.addEventListener('pointerover', (event) => {
    const at = placeOf(event);
    if (!drag || event.buttons !== 1 || at < 0 || at === drag.from) return;
    const cells = (drag.moved ? [at] : [drag.from, at]).filter((one) => board.cells[one] === EMPTY);
    const values = cells.map((one) => [one, '.']);
    if (drag.moved) board.changeMore(values);
    else board.change(values);
    drag.moved = true;
    renew(board);
  });
  board.grid.addEventListener('keydown', (event) => {
    if (press(board, event)) event.preventDefault();
  });
  board.grid.addEventListener('focusin', (event) => {
    const at = placeOf(event);
    if (at >= 0) board.here = at;
  });
  // Keys that are pressed outside of all boards act on the board that was used last.
  for (const kind of ['pointerdown', 'focusin'])
    board.article.addEventListener(kind, () => {
      used = board;
    });
}

// The board that was used last.
let used = null;

// Keys work everywhere on the page, except keys that the focused control uses itself.
function listenEverywhere() {
  document.addEventListener('keydown', (event) => {
    const board = used ?? boards[0];
    if (event.defaultPrevented || byId('rules').open) return;
    if (event.key === '?') return explainRules();
    const isOfControl = event.key === ' ' || event.key === 'Enter' || event.key === 'Tab';
    if (board && !isOfControl && press(board, event)) event.preventDefault();
  });
}

// Does the action of a key. Returns false if the key has no action.
function press(board, {key, ctrlKey, metaKey, altKey, shiftKey}) {
  const {here, columns, rows} = board;
  if (altKey) return false;
  if (ctrlKey || metaKey) {
    const letter = key.toLowerCase();
    if (letter === 'y' || (letter === 'z' && shiftKey)) travel(board, board.redo(), 'again');
    else if (letter === 'z') travel(board, board.undo(), 'undone');
    else return false;
    return true;
  }
  const [row, column] = [board.row(here), board.column(here)];
  const moves = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [row, 0],
    End: [row, columns - 1],
  };
  if (moves[key]) {
    const [r, c] = moves[key];
    if (r >= 0 && r < rows && c >= 0 && c < columns) move(board, board.at([r, c]));
    return true;
  }
  return act(board, key, shiftKey) || type(board, key);
}

function act(board, key, back) {
  const types = board.play.kind === 'path';
  const named = types || key.length > 1 ? key : key.toLowerCase();
  const acts = {
    ' ': () => cycle(board, board.here, back),
    Enter: () => cycle(board, board.here, back),
    Delete: () => put(board, board.here, EMPTY),
    Backspace: () => put(board, board.here, EMPTY),
    '!': () => hint(board),
    '=': () => check(board),
    '?': explainRules,
    Escape: () => putAway(board),
    PageDown: () => turn(board, 1),
    PageUp: () => turn(board, -1),
    ...(types
      ? {'.': () => note(board)}
      : {
          u: () => travel(board, board.undo(), 'undone'),
          r: () => travel(board, board.redo(), 'again'),
          h: () => hint(board),
          c: () => check(board),
          n: () => turn(board, 1),
          p: () => turn(board, -1),
        }),
  };
  if (!Object.hasOwn(acts, named)) return false;
  return acts[named]() !== false;
}

// Turns to another board of the sheet. Returns false if there is none, so that the key does what it
// does elsewhere.
function turn(board, step) {
  const next = neighbour(board, step);
  if (!next) return false;
  turnTo(next);
  return true;
}

function type(board, key) {
  if (board.play.kind !== 'path') {
    const mark = board.game.keys(board)[key.toLowerCase()];
    if (mark) put(board, board.here, mark);
    return Boolean(mark);
  }
  const letter = [key, key.toUpperCase()].find((one) =>
    board.play.letters.some((row) => row.letter === one),
  );
  if (letter) put(board, board.here, letter);
  return Boolean(letter);
}

function note(board) {
  board.noting = !board.noting;
  board.pencil.setAttribute('aria-pressed', String(board.noting));
  aloud(board.noting ? 'notes on' : 'notes off');
}
