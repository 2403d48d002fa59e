'use strict';
// A sheet of boards to play. The data are those of src/problems/page.rs. No text in them is interpreted
// as HTML. A cell is a string: its mark, or a blank, and then its notes, each a sign ('+' possible,
// '-' struck) and a letter.
const sheet = JSON.parse(document.getElementById('data').textContent);
const byId = (id) => document.getElementById(id);
const EMPTY = ' ';

function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  setAll(node, attributes);
  node.append(...children);
  return node;
}

function draw(tag, attributes, text = '') {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAll(node, attributes);
  node.textContent = text;
  return node;
}

function setAll(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
}

function button(text, act, look = '') {
  const node = make('button', {type: 'button', class: look}, text);
  node.addEventListener('click', act);
  return node;
}

const counted = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/* The state of a board */

class Board {
  constructor(data) {
    Object.assign(this, data);
    this.game = GAMES[data.play.kind];
    this.places = Array.from({length: this.rows * this.columns}, (_, at) => at);
    this.start = data.givens.flatMap((row) =>
      [...row].map((symbol) => (symbol === '?' ? EMPTY : symbol)),
    );
    // The marks that the page has at the start were made by the player.
    this.cells = this.start.map((given, at) => {
      const mark = [...(data.marks?.[this.row(at)] ?? '')][this.column(at)] ?? '?';
      return given === EMPTY && mark !== '?' ? mark : given;
    });
    this.names = new Map(data.legend.map(({letter, name}) => [letter, name]));
    this.clashes = new Set();
    this.past = [];
    this.future = [];
    this.here = 0;
  }
  at([row, column]) {
    return row * this.columns + column;
  }
  row(at) {
    return Math.floor(at / this.columns);
  }
  column(at) {
    return at % this.columns;
  }
  pairOf(at) {
    return `(${this.row(at) + 1},${this.column(at) + 1})`;
  }
  mark(at) {
    return this.cells[at][0];
  }
  isGiven(at) {
    return this.start[at] !== EMPTY;
  }
  tile(at) {
    return this.tiles[this.row(at) + this.margin][this.column(at) + this.margin];
  }
  // The name of the region of a cell, or null if the cell is in no region.
  regionOf(at) {
    const {note} = this.tile(at);
    return note && (this.names.get(note) ?? note);
  }
  lines() {
    const rows = Array.from({length: this.rows}, (_, row) =>
      this.places.filter((at) => this.row(at) === row),
    );
    const columns = Array.from({length: this.columns}, (_, column) =>
      this.places.filter((at) => this.column(at) === column),
    );
    return [rows, columns];
  }
  touches(a, b) {
    return (
      a !== b &&
      Math.abs(this.row(a) - this.row(b)) <= 1 &&
      Math.abs(this.column(a) - this.column(b)) <= 1
    );
  }
  placesOf(mark) {
    return this.places.filter((at) => this.mark(at) === mark);
  }

  // Changes cells to new values, as one step for undo. Returns whether anything changed.
  change(values) {
    const step = values
      .filter(([at, value]) => !this.isGiven(at) && this.cells[at] !== value)
      .map(([at, value]) => [at, this.cells[at], value]);
    if (step.length === 0) return false;
    this.past.push(step);
    this.future = [];
    for (const [at, , value] of step) this.cells[at] = value;
    return true;
  }
  // Changes cells as a part of the last step, so that one undo takes back both.
  changeMore(values) {
    if (this.change(values) && this.past.length > 1) {
      const more = this.past.pop();
      this.past.push([...this.past.pop(), ...more]);
    }
  }
  undo() {
    const step = this.past.pop();
    if (step) this.future.push(step);
    for (const [at, old] of step ?? []) this.cells[at] = old;
    return step;
  }
  redo() {
    const step = this.future.pop();
    if (step) this.past.push(step);
    for (const [at, , value] of step ?? []) this.cells[at] = value;
    return step;
  }
  wrong() {
    return this.places.filter((at) =>
      this.game.isWrong(this, at, this.answer[this.row(at)][this.column(at)]),
    );
  }

  // The first step of the plan that the player has not done, or a mark that contradicts earlier steps.
  hint() {
    const known = this.places
      .filter((at) => this.isGiven(at))
      .map((at) => ({at, symbol: this.start[at], is: true}));
    for (const step of this.plan.steps) {
      const claims = step.cells.map(({cell, symbol, is}) => ({at: this.at(cell), symbol, is}));
      if (!claims.every((claim) => this.game.isDone(this, claim))) {
        return this.mistake(known) ?? this.stepAsHint(step, claims);
      }
      known.push(...claims);
    }
    return this.mistake(known);
  }
  stepAsHint(step, claims) {
    return {
      stages: step.stages,
      symbols: claims.map(({symbol}) => symbol),
      ofRule: step.rules.flatMap((rule) => rule.cells.map((cell) => this.at(cell))),
      ofFact: step.facts.map(({cell}) => this.at(cell)),
      ofStep: claims.map(({at}) => at),
      values: this.valuesOf(claims),
    };
  }
  // The cells that claims change, with their new values. Several claims can change the same cell.
  valuesOf(claims) {
    const values = new Map();
    for (const claim of claims) {
      values.set(claim.at, this.game.value(values.get(claim.at) ?? this.cells[claim.at], claim));
    }
    return [...values];
  }
  mistake(known) {
    for (const {at, symbol, is} of known) {
      if (!is || !this.game.excludes) continue;
      const other = this.places.find(
        (place) => !this.isGiven(place) && this.game.excludes(this, at, symbol, place),
      );
      if (other === undefined) continue;
      const reason = this.game.excluded(this, symbol, this.pairOf(at), this.pairOf(other));
      return {
        stages: [
          'A mark contradicts what is already known.',
          `It is the mark at ${this.pairOf(other)}.`,
          reason,
        ],
        symbols: [symbol],
        ofRule: [],
        ofFact: [at],
        ofStep: [other],
        values: [[other, EMPTY]],
      };
    }
    return null;
  }
}
