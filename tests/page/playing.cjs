// Every action on a board, by mouse, by touch and by keys.
'use strict';
const {assert, DESK, PHONE, fs, path} = require('./harness.cjs');

// The plan of a board, with the parts of its hints as the page says them.
function plan(name) {
  const read = JSON.parse(fs.readFileSync(path.join(__dirname, `${name}.json`), 'utf8'));
  const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  for (const step of read.steps) step.stages = step.stages.map(sentence);
  return read;
}

const FAMILIES = ['queens', 'three-in-a-row', 'abc-path'];
const WIDTHS = [DESK, PHONE, {...PHONE, viewport: {width: 844, height: 390}}];

// The marks of an answer as they are read aloud, row by row.
const words = (name) => {
  const spoken = name === 'queens' ? {Q: 'queen', '.': 'empty'} : {};
  return [...plan(name).answer.join('')].map((symbol) => spoken[symbol] ?? symbol);
};

// Runs the same on each family and at each width.
async function everywhere(browser, way, play) {
  for (const name of FAMILIES) {
    for (const width of way === 'tap' ? [PHONE] : WIDTHS) {
      await browser.open(name, width, async (sheet, page) => play(name, sheet, page));
    }
  }
}

async function pointed(browser, way) {
  await everywhere(browser, way, async (name, sheet) => {
    const open = plan(name).givens.join('').indexOf('?');
    const columns = plan(name).size[1];
    const [row, column] = [Math.floor(open / columns) + 1, (open % columns) + 1];
    const at = sheet.cell(row, column);
    const holds = async (word) =>
      assert.match(
        await sheet.label(row, column),
        new RegExp(`(, ${word}(,|$))`),
        `${name} ${way}`,
      );
    const marks = {
      queens: ['cross', 'queen'],
      'three-in-a-row': ['0', '1'],
      'abc-path': ['B', 'C'],
    }[name];
    const next = async (mark) => {
      await at[way]();
      if (name === 'abc-path') await sheet.button(mark)[way]();
    };
    await holds('empty');
    await next(marks[0]);
    await holds(marks[0]);
    await next(marks[1]);
    await holds(marks[1]);
    await sheet.button('Undo')[way]();
    await holds(marks[0]);
    await sheet.button('Redo')[way]();
    await holds(marks[1]);
    if (name === 'abc-path') await sheet.button('Erase')[way]();
    else await at[way]();
    await holds('empty');
    await sheet.button('Undo')[way]();
    await sheet.button('Clear')[way]();
    await sheet.button('Keep them')[way]();
    await holds(marks[1]);
    await sheet.button('Clear')[way]();
    await sheet.article
      .locator('.choices')
      .getByRole('button', {name: 'Clear', exact: true})
      [way]();
    await holds('empty');
    await sheet.button('Undo')[way]();
    await holds(marks[1]);
    await sheet.button('Undo')[way]();
    await sheet.button('Undo')[way]();
    assert.ok(await sheet.button('Undo').isDisabled(), 'everything is undone');
    await sheet.button('Hint')[way]();
    await sheet.button('Which rule?')[way]();
    await sheet.button('Put away')[way]();
    assert.equal(await sheet.said(), '');
    await sheet.button('Hint')[way]();
    await sheet.button('Which rule?')[way]();
    await sheet.button('Why?')[way]();
    assert.equal((await sheet.said()).split('\n').pop(), plan(name).steps[0].stages[2]);
    await sheet.button('Do it')[way]();
    await sheet.button('Check')[way]();
    assert.equal(await sheet.said(), 'Nothing is wrong so far.');
  });
}

// A queen has crosses by a mouse that is dragged.
async function dragged(browser) {
  await browser.open('queens', DESK, async (sheet, page) => {
    const boxes = [await sheet.cell(1, 1).boundingBox(), await sheet.cell(1, 4).boundingBox()];
    const middle = ({x, y, width, height}) => [x + width / 2, y + height / 2];
    await page.mouse.move(...middle(boxes[0]));
    await page.mouse.down();
    await page.mouse.move(...middle(boxes[1]), {steps: 12});
    await page.mouse.up();
    const crosses = (await sheet.contents()).filter((word) => word === 'cross').length;
    assert.equal(crosses, 4);
    await page.mouse.move(...middle(await sheet.cell(5, 5).boundingBox()));
    assert.equal((await sheet.contents()).filter((word) => word === 'cross').length, 4);
    await sheet.button('Undo').click();
    assert.ok(await sheet.button('Undo').isDisabled(), 'a drag is one step');
  });
}

async function keys(browser) {
  await everywhere(browser, 'keys', async (name, sheet, page) => {
    const press = async (...all) => {
      for (const key of all) await page.keyboard.press(key);
    };
    const {
      givens,
      size: [rows, columns],
    } = plan(name);
    const here = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
    await page.locator('[role=gridcell][tabindex="0"]').focus();
    assert.match(await here(), /^row 1, column 1,/);
    await press('End', 'ArrowRight');
    assert.match(await here(), new RegExp(`^row 1, column ${columns},`));
    await press('Home', ...Array(rows + 1).fill('ArrowDown'));
    assert.match(await here(), new RegExp(`^row ${rows}, column 1,`));
    await press(...Array(rows).fill('ArrowUp'));
    const open = givens.join('').indexOf('?');
    for (let step = 0; step < Math.floor(open / columns); step += 1) await press('ArrowDown');
    for (let step = 0; step < open % columns; step += 1) await press('ArrowRight');
    const holds = async (word) => assert.match(await here(), new RegExp(`, ${word}(,|$)`), name);
    if (name === 'queens') {
      await press(' ');
      await holds('cross');
      await press('Enter');
      await holds('queen');
      await press('Shift+Enter');
      await holds('cross');
      await press('q');
      await holds('queen');
      await press('x');
      await holds('cross');
    } else if (name === 'three-in-a-row') {
      await press(' ');
      await holds('0');
      await press('1');
      await holds('1');
      await press('Enter');
      await holds('empty');
      await press('0');
      await holds('0');
    } else {
      await press('c');
      await holds('C');
      await press('Backspace', '.', 'd');
      await holds('perhaps D');
      await press('d');
      await holds('not D');
      await press('d');
      await holds('empty');
      await press('.', 'Shift+U');
      await holds('U');
    }
    await press('Delete');
    await holds('empty');
    const [undo, redo, hint, check] =
      name === 'abc-path' ? ['Control+z', 'Control+y', '!', '='] : ['u', 'r', 'h', 'c'];
    await press(undo);
    const before = await here();
    await press(undo, redo);
    assert.equal(await here(), before);
    while (!(await sheet.button('Undo').isDisabled())) await press('Control+z');
    await press('Control+Shift+z');
    assert.ok(!(await sheet.button('Undo').isDisabled()));
    await press(undo);
    await press(check);
    assert.equal(await sheet.said(), 'Nothing is wrong so far.');
    await press(hint);
    assert.match(await sheet.said(), /part 1 of 3/);
    await press('Escape');
    assert.equal(await sheet.said(), '');
    await press('?');
    assert.ok(await page.getByRole('dialog').isVisible());
    assert.equal(await page.evaluate(() => document.activeElement.id), 'rules-title');
    await press('Escape');
    assert.ok(!(await page.getByRole('dialog').isVisible()));
    assert.match(await here(), /^row/, 'the board has the focus again');
  });
}

// A whole game by hints: the keys alone do each step, and each hint lights its cells.
async function hints(browser) {
  for (const name of FAMILIES) {
    for (const width of WIDTHS) {
      await browser.open(name, width, async (sheet, page) => {
        const {steps} = plan(name);
        const key = name === 'abc-path' ? '!' : 'h';
        await page.locator('[role=gridcell][tabindex="0"]').focus();
        for (let done = 0; !(await sheet.said()).startsWith('Solved'); done += 1) {
          assert.ok(done < steps.length, `${name}: more hints than steps`);
          await page.keyboard.press(key);
          const first = (await sheet.said()).split('\n').pop();
          const step = steps.find(({stages}) => stages[0] === first);
          assert.ok(step, first);
          assert.ok((await sheet.article.locator('.lit').count()) === 1);
          await page.keyboard.press(key);
          await page.keyboard.press(key);
          const sentence = (await sheet.said()).split('\n').pop();
          const meant = steps.find(({stages}) => stages[2] === sentence);
          const cells = new Set(meant.cells.map(({cell}) => cell.join())).size;
          assert.equal(await sheet.lit('step'), cells, sentence);
          if (done === 3) await sheet.shot(`hint-${name}-${width.viewport.width}`);
          await page.keyboard.press(key);
        }
        const seen = (await sheet.contents()).map((word) => (word === 'cross' ? 'empty' : word));
        assert.deepEqual(seen, words(name));
        await sheet.shot(`solved-${name}-${width.viewport.width}`);
      });
    }
  }
}

// A wrong mark: the check says how many are wrong, then which. A hint does not rely on it, and
// takes the mark away once it is refuted.
async function wrong(browser) {
  for (const name of FAMILIES) {
    await browser.open(name, DESK, async (sheet, page) => {
      const {
        answer,
        givens,
        size: [, columns],
      } = plan(name);
      const right = answer.join('');
      const at = [...givens.join('')].findIndex(
        (given, place) => given === '?' && right[place] !== 'Q',
      );
      const [row, column] = [Math.floor(at / columns) + 1, (at % columns) + 1];
      await sheet.cell(row, column).focus();
      const other = {
        queens: 'q',
        'three-in-a-row': right[at] === '0' ? '1' : '0',
        'abc-path': right[at] === 'B' ? 'C' : 'B',
      }[name];
      await page.keyboard.press(other);
      await sheet.button('Check').click();
      assert.match(await sheet.said(), /^1 cell is wrong/);
      assert.equal(await sheet.article.locator('.wrong').count(), 0);
      await sheet.button('Check').click();
      assert.equal(await sheet.said(), `Wrong: (${row},${column})`);
      assert.match(await sheet.label(row, column), /wrong/);
      await sheet.shot(`wrong-${name}`);
      await sheet.cell(row, column).focus();
      const key = name === 'abc-path' ? '!' : 'h';
      for (
        let presses = 0;
        presses < 400 && !(await sheet.said()).startsWith('Solved');
        presses += 1
      )
        await page.keyboard.press(key);
      const seen = (await sheet.contents()).map((word) => (word === 'cross' ? 'empty' : word));
      assert.deepEqual(seen, words(name), 'hints repair the mark');
    });
  }
}

// A cell of no region needs no mark: hints finish the board without it.
async function outside(browser) {
  await browser.open('outside', DESK, async (sheet, page) => {
    await page.locator('[role=gridcell][tabindex="0"]').focus();
    for (let presses = 0; !(await sheet.said()).startsWith('Solved'); presses += 1) {
      assert.ok(presses < 200, 'the board is never finished');
      await page.keyboard.press('h');
    }
    const queens = (await sheet.contents()).flatMap((word, at) => (word === 'queen' ? [at] : []));
    assert.deepEqual(queens, [1, 7, 8, 14]);
    assert.equal((await sheet.contents())[10], 'empty');
  });
}

module.exports = {
  mouse: (browser) => pointed(browser, 'click'),
  touch: (browser) => pointed(browser, 'tap'),
  dragged,
  keys,
  hints,
  wrong,
  outside,
};
