// Manners of a page: keys outside of boards, conflicts, several boards, marks at the beginning,
// boards with several answers, and boards in the colours and symbols of the player.
'use strict';
const {assert, fs, path, DESK, PHONE} = require('./harness.cjs');
const axe = require('axe-core');

const focused = (page) => page.evaluate(() => document.activeElement.getAttribute('aria-label'));

// Keys work at load, after a click on a button, and beside a board.
async function everywhere(browser) {
  for (const name of ['queens', 'three-in-a-row', 'abc-path']) {
    await browser.open(name, DESK, async (sheet, page) => {
      const press = (key) => page.keyboard.press(key);
      const hint = name === 'abc-path' ? '!' : 'h';
      await press(hint);
      assert.match(await sheet.said(), /part 1 of 3/, `${name}: at load`);
      await press('Escape');
      assert.equal(await sheet.said(), '');
      await press('ArrowRight');
      assert.match(await focused(page), /^row 1, column 2,/);
      await sheet.button('Hint').click();
      await press(hint);
      assert.match(await sheet.said(), /part 2 of 3/);
      await press('ArrowDown');
      assert.match(await focused(page), /^row 2, column 2,/);
      await sheet.button('Hint').focus();
      await press('Escape');
      assert.equal(await sheet.said(), '');
      await press('Enter');
      assert.match(await sheet.said(), /part 1 of 3/, 'a button has its own keys');
      await press('?');
      assert.ok(await page.locator('dialog').isVisible());
      await press(hint);
      assert.match(await sheet.said(), /part 1 of 3/, 'the help is no board');
      await press('Escape');
      assert.ok(!(await page.locator('dialog').isVisible()));
    });
  }
}

// Conflicts are marked if wanted, also after a reload.
async function conflicts(browser) {
  const clashes = (sheet) => sheet.article.locator('.clash').count();
  const type = async (sheet, page, marks) => {
    for (const [row, column, key] of marks) {
      await sheet.cell(row, column).focus();
      await page.keyboard.press(key);
    }
  };
  await browser.open('queens', DESK, async (sheet, page) => {
    await type(sheet, page, [
      [1, 1, 'q'],
      [1, 8, 'q'],
      [8, 4, 'q'],
    ]);
    assert.equal(await clashes(sheet), 0);
    await page.getByLabel('Mark conflicts').check();
    assert.equal(await clashes(sheet), 2);
    assert.match(await sheet.label(1, 1), /queen, conflict$/);
    await page.reload();
    assert.ok(await page.getByLabel('Mark conflicts').isChecked());
    assert.equal(await clashes(sheet), 2);
    await sheet.cell(1, 8).focus();
    await page.keyboard.press('Delete');
    assert.equal(await clashes(sheet), 0);
    await sheet.cell(2, 2).focus();
    await page.keyboard.press('q');
    assert.equal(await clashes(sheet), 2, 'two queens touch');
    await page.evaluate(axe.source);
    const {violations} = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map(({id}) => id), []);
  });
  await browser.open('night', DESK, async (sheet, page) => {
    await page.getByLabel('Mark conflicts').check();
    await type(sheet, page, [
      [2, 5, '0'],
      [2, 6, '1'],
    ]);
    assert.equal(await clashes(sheet), 2, 'a broken sign');
    await type(sheet, page, [
      [2, 5, 'Delete'],
      [2, 6, 'Delete'],
      [1, 1, 's'],
      [1, 2, 's'],
    ]);
    assert.equal(await clashes(sheet), 3, 'three suns');
    await type(sheet, page, [
      [1, 2, 'm'],
      [1, 4, 's'],
      [1, 6, 's'],
    ]);
    assert.equal(await clashes(sheet), 4, 'four suns in a row');
  });
  await browser.open('abc-path', DESK, async (sheet, page) => {
    await page.getByLabel('Mark conflicts').check();
    const open = await page.evaluate(() => {
      const [board] = boards;
      return board.places
        .filter((at) => !board.isGiven(at))
        .map((at) => [board.row(at) + 1, board.column(at) + 1]);
    });
    await type(sheet, page, [[...open[0], 'X'], [...open[1], 'X']]);
    assert.ok((await clashes(sheet)) >= 2, 'a letter twice');
  });
}

// A sheet leads to its next and previous board.
async function turning(browser) {
  for (const size of [DESK, PHONE]) {
    await browser.open('several', size, async (sheet, page) => {
      const of = (number) => page.locator('article').nth(number);
      const isHere = async (number) => {
        assert.ok(await of(number).evaluate((node) => node.contains(document.activeElement)));
        const top = () => of(number).evaluate((node) => node.getBoundingClientRect().top);
        await page.waitForFunction(
          (at) => {
            const {top: y} = document.querySelectorAll('article')[at].getBoundingClientRect();
            return y >= -1 && y < innerHeight;
          },
          number,
        );
        return top();
      };
      assert.ok(await sheet.button('Previous board').isDisabled());
      await sheet.button('Next board').click();
      await isHere(1);
      await page.keyboard.press('PageDown');
      await isHere(2);
      await page.keyboard.press('PageDown');
      await isHere(3);
      await page.keyboard.press('p');
      await isHere(2);
      await page.keyboard.press('PageUp');
      await isHere(1);
      assert.ok(await sheet.board(5).button('Next board').isDisabled());
    });
  }
  await browser.open('queens', DESK, async (sheet, page) => {
    assert.equal(await page.getByRole('button', {name: 'Next board'}).count(), 0);
  });
}

// A page begins with the marks of the player; clearing takes them away.
async function begun(browser) {
  await browser.open('begun', DESK, async (sheet, page) => {
    const rows = fs.readFileSync(path.join(__dirname, 'so-far.txt'), 'utf8').trim().split('\n');
    const words = [...rows.join('')].map((symbol) => ({Q: 'queen', '.': 'cross'})[symbol] ?? 'empty');
    assert.deepEqual(await sheet.contents(), words);
    assert.ok(await sheet.button('Undo').isDisabled());
    await sheet.button('Check').click();
    assert.equal(await sheet.said(), 'Nothing is wrong so far.');
    await sheet.button('Clear').click();
    await sheet.article
      .locator('.choices')
      .getByRole('button', {name: 'Clear', exact: true})
      .click();
    assert.deepEqual(new Set(await sheet.contents()), new Set(['empty']));
    await page.reload();
    assert.deepEqual(new Set(await sheet.contents()), new Set(['empty']));
  });
}

// A board with several answers says so, at first and where its hints end.
async function unclear(browser) {
  await browser.open('open', DESK, async (sheet) => {
    assert.match(await sheet.article.locator('.note').innerText(), /more than one answer/);
    assert.equal(await sheet.button('Check').count(), 0);
    for (let step = 0; step < 20 && !(await sheet.said()).includes('end here'); step += 1) {
      await sheet.button('Hint').click();
      for (const press of ['Which rule?', 'Why?', 'Do it'])
        if (await sheet.button(press).count()) await sheet.button(press).click();
    }
    assert.match(await sheet.said(), /end here\. The board has more than one answer/);
  });
}

// Regions named by colours have them, in light and dark, and every name is in the legend.
async function coloured(browser) {
  const typed = fs
    .readFileSync(path.join(__dirname, 'colours.txt'), 'utf8')
    .trim()
    .split('\n')
    .flatMap((row) => row.split(', '));
  const CSS = {
    'light blue': 'rgb(173, 216, 230)',
    purple: 'rgb(128, 0, 128)',
    orange: 'rgb(255, 165, 0)',
    yellow: 'rgb(255, 255, 0)',
    grey: 'rgb(128, 128, 128)',
    navy: 'rgb(0, 0, 128)',
    red: 'rgb(255, 0, 0)',
  };
  for (const size of [DESK, PHONE]) {
    for (const colorScheme of ['light', 'dark']) {
      await browser.open('colours', {...size, colorScheme}, async (sheet, page) => {
        const cells = await page.locator('.cell').evaluateAll((nodes) =>
          nodes.map((node) => ({
            label: node.getAttribute('aria-label'),
            ground: getComputedStyle(node).backgroundColor,
          })),
        );
        cells.forEach(({label, ground}, at) => {
          assert.ok(label.includes(`region ${typed[at]},`), label);
          assert.equal(ground, CSS[typed[at]] ?? ground, label);
        });
        const others = cells.filter((cell, at) => typed[at] === 'B').map(({ground}) => ground);
        assert.equal(new Set(others).size, 1);
        assert.ok(!Object.values(CSS).includes(others[0]));
        const names = await page.locator('.legend li span').allInnerTexts();
        assert.deepEqual(new Set([...names, 'B']), new Set(typed));
        await page.evaluate(axe.source);
        const {violations} = await page.evaluate(() => globalThis.axe.run());
        assert.deepEqual(violations.map(({id, nodes}) => [id, nodes[0].html]), []);
        await sheet.shot(`colours-${size.viewport.width}-${colorScheme}`);
        await sheet.button('Hint').click();
        const look = await sheet.said();
        assert.ok([...new Set(typed)].some((name) => look.includes(name)) || /row|column/.test(look));
      });
    }
  }
}

// A board of suns and moons is played with suns and moons.
async function night(browser) {
  await browser.open('night', PHONE, async (sheet, page) => {
    assert.match(await page.title(), /^Tango 6x6/);
    assert.match(await sheet.label(1, 3), /, sun, given$/);
    await sheet.cell(1, 1).tap();
    assert.match(await sheet.label(1, 1), /, sun$/);
    await sheet.cell(1, 1).tap();
    assert.match(await sheet.label(1, 1), /, moon$/);
    assert.equal(await page.locator('.cell svg.sun').count(), 2);
    assert.equal(await page.locator('.cell svg.moon').count(), 1);
    await page.keyboard.press('s');
    assert.match(await sheet.label(1, 1), /, sun$/);
    await sheet.button('Hint').tap();
    await sheet.button('Which rule?').tap();
    await sheet.button('Why?').tap();
    assert.match(await sheet.said(), /☀|🌙/);
    await sheet.shot('night');
  });
}

// The help begins with taps, and speaks of nothing that the board does not have.
async function help(browser) {
  const read = async (name) => {
    let text = '';
    await browser.open(name, PHONE, async (sheet, page) => {
      await page.getByRole('button', {name: 'Help'}).tap();
      text = await page.locator('dialog').innerText();
      await sheet.shot(`help-${name}`);
    });
    return text.replace(/\s+/g, ' ');
  };
  const queens = await read('colours');
  assert.match(queens, /^How to play Tap cross, queen, empty/);
  assert.doesNotMatch(queens, /star|cost|0, 1|next or|Notes/);
  const night = await read('night');
  assert.match(night, /^How to play Tap sun, moon, empty/);
  assert.match(night, /S and M set one/);
  assert.doesNotMatch(night, /odd|queen|region/);
  assert.doesNotMatch(await read('blank'), /Hint|Check|a hint/);
  assert.match(await read('several'), /the next or the previous board/);
}

module.exports = {everywhere, conflicts, turning, begun, unclear, coloured, night, help};
