// What a sheet does as a whole: several boards, pictures, paper, memory, and readers of the screen.
'use strict';
const {assert, fs, path, DESK, PHONE} = require('./harness.cjs');
const axe = require('axe-core');

const SHEETS = ['queens', 'three-in-a-row', 'abc-path', 'several', 'blank', 'look'];

// axe-core finds nothing, in light and dark, at rest, in a hint, and in the help.
async function accessible(browser) {
  for (const name of SHEETS) {
    for (const size of [DESK, PHONE]) {
      for (const colorScheme of ['light', 'dark']) {
        await browser.open(name, {...size, colorScheme}, async (sheet, page) => {
          const found = async (state) => {
            await page.evaluate(axe.source);
            const {violations} = await page.evaluate(() => globalThis.axe.run());
            const told = violations.map(
              ({id, nodes}) =>
                `${id}: ${nodes
                  .map(({html, failureSummary}) => `${html}\n${failureSummary}`)
                  .slice(0, 3)
                  .join('\n')}`,
            );
            assert.deepEqual(told, [], `${name}, ${colorScheme}, ${state}`);
          };
          await found('at rest');
          await sheet.shot(`rest-${name}-${size.viewport.width}-${colorScheme}`);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${name} is ${wide} px too wide`);
          if (name === 'look' || name === 'blank') return;
          for (const press of ['Hint', 'Which rule?', 'Why?'])
            await sheet.button(press).first().click();
          await found('hint');
          await sheet.button('Put away').click();
          await sheet.button('Check').click();
          await page.getByRole('button', {name: 'Help'}).click();
          await found('help');
          await sheet.shot(`help-${size.viewport.width}-${colorScheme}`);
        });
      }
    }
  }
}

// Boards on one sheet are played apart.
async function several(browser) {
  for (const size of [DESK, PHONE]) {
    await browser.open('several', size, async (sheet, page) => {
      assert.equal(await page.locator('article').count(), 6);
      for (let number = 0; number < 6; number += 1) {
        assert.equal(await sheet.board(number).said(), '');
      }
      await sheet.cell(1, 1).click();
      await sheet.board(3).cell(2, 2).click();
      assert.match(await sheet.label(1, 1), /cross/);
      assert.match(await sheet.label(2, 2), /empty/);
      assert.match(await sheet.board(3).label(2, 2), /cross/);
      await sheet.board(3).button('Undo').click();
      assert.match(await sheet.board(3).label(2, 2), /empty/);
      assert.match(await sheet.label(1, 1), /cross/);
      await sheet.board(5).button('Hint').click();
      assert.match(await sheet.board(5).said(), /part 1 of 3/);
      assert.equal(await sheet.said(), '');
    });
  }
}

const pages = (pdf) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g).length;

// On paper there are several boards a page, no buttons, and the answers on a page of their own.
async function paper(browser) {
  for (const [name, expected] of [
    ['several', 3],
    ['queens', 2],
    ['abc-path', 2],
    ['blank', 1],
    ['look', 1],
  ]) {
    for (const colorScheme of ['light', 'dark']) {
      await browser.open(name, {...DESK, colorScheme}, async (sheet, page) => {
        const pdf = await page.pdf({format: 'A4'});
        if (process.env.SHOTS)
          fs.writeFileSync(path.join(process.env.SHOTS, `${name}-${colorScheme}.pdf`), pdf);
        assert.equal(pages(pdf), expected, name);
        await page.emulateMedia({media: 'print'});
        assert.equal(await page.getByRole('button').filter({visible: true}).count(), 0);
        assert.equal(
          await page.evaluate(() => getComputedStyle(document.body).color),
          'rgb(27, 30, 35)',
        );
      });
    }
  }
}

// Marks and options are there again after a reload, on a file.
async function memory(browser) {
  await browser.open('queens', DESK, async (sheet, page) => {
    await sheet.cell(2, 3).click();
    await page.getByLabel('Region letters').check();
    await page.reload();
    assert.match(await sheet.label(2, 3), /cross/);
    assert.ok(await page.getByLabel('Region letters').isChecked());
    assert.ok(await sheet.button('Undo').isDisabled());
    await sheet.button('Clear').click();
    await sheet.article
      .locator('.choices')
      .getByRole('button', {name: 'Clear', exact: true})
      .click();
    await page.reload();
    assert.match(await sheet.label(2, 3), /empty/);
  });
}

// Options: letters in every cell, and dots where a queen sees.
async function options(browser) {
  await browser.open('queens', DESK, async (sheet, page) => {
    const letters = () => page.locator('.cell .region').count();
    assert.equal(await letters(), 8);
    await page.getByLabel('Region letters').check();
    assert.equal(await letters(), 64);
    await sheet.cell(1, 1).focus();
    await page.keyboard.press('q');
    assert.equal(await page.locator('.dot').count(), 0);
    await page.getByLabel('Dots where a queen sees').check();
    const dots = await page.locator('.dot').count();
    assert.ok(dots >= 15 && dots < 40, `${dots}`);
    await sheet.shot('options');
  });
}

// A board has rows and headers, and each cell a label with its place, region and content.
async function readers(browser) {
  await browser.open('queens', DESK, async (sheet, page) => {
    const grid = page.getByRole('grid');
    assert.match(await grid.getAttribute('aria-label'), /^queens 8x8/);
    assert.equal(await grid.getByRole('row').count(), 9);
    assert.equal(await grid.getByRole('gridcell').count(), 64);
    assert.match(await sheet.label(1, 1), /^row 1, column 1, region \w+, empty$/);
    assert.equal(await sheet.article.getByRole('status').count(), 1);
    assert.equal(
      await page.locator('[tabindex="0"]').count(),
      1,
      'a board is one stop of the tab key',
    );
  });
  await browser.open('abc-path', DESK, async (sheet, page) => {
    assert.equal(await page.getByLabel(/^clue J: column 1$/).count(), 1);
    assert.equal(await page.getByLabel(/^clue F: falling diagonal$/).count(), 1);
    assert.equal(await page.getByLabel(/^clue R: rising diagonal$/).count(), 1);
  });
  await browser.open('three-in-a-row', DESK, async (sheet, page) => {
    assert.ok(
      (await page.getByRole('gridcell', {name: /(equal to|other than) the cell/}).count()) > 0,
    );
  });
}

// Texts of a board cannot become markup or script.
async function hostile(browser) {
  await browser.open('hostile', DESK, async (sheet, page) => {
    assert.equal(
      await page.locator('h2').first().innerText(),
      '</script><img src=x onerror=alert(1)>{{script}}',
    );
    assert.equal(await page.locator('[onerror]').count(), 0);
    assert.equal(await page.title(), '<b>&"{{data}}');
    assert.match(
      await page.locator('meta[http-equiv]').getAttribute('content'),
      /^default-src 'none';/,
    );
  });
}

// A blank board has neither hints nor checks, and says when it is solved all the same.
async function blank(browser) {
  await browser.open('blank', DESK, async (sheet, page) => {
    assert.equal(await page.getByRole('button', {name: /Hint|Check/}).count(), 0);
    const rows = JSON.parse(fs.readFileSync(path.join(__dirname, 'queens.json'), 'utf8')).answer;
    const queens = rows.map((row) => row.indexOf('Q') + 1);
    for (const [row, column] of queens.entries()) {
      assert.ok(!(await sheet.said()).includes('Solved'));
      await sheet.cell(row + 1, column).focus();
      await page.keyboard.press('q');
    }
    assert.equal(await sheet.said(), 'Solved. Every rule holds.');
    await page.keyboard.press('u');
    assert.equal(await sheet.said(), '');
  });
}

// The rules of each game accept the answer, and no board with two of its open cells exchanged.
async function rules(browser) {
  await browser.open('several', DESK, async (sheet, page) => {
    const judged = await page.evaluate(() =>
      boards.map((board) => {
        const answer = [...board.answer.join('')];
        const isFinished = (cells) => {
          board.cells = cells.map((symbol) => (symbol === '.' ? ' ' : symbol));
          return board.game.isFinished(board);
        };
        const open = board.places.filter((at) => !board.isGiven(at));
        const accepted = open.flatMap((a, number) =>
          open.slice(number + 1).filter((b) => {
            const cells = [...answer];
            [cells[a], cells[b]] = [cells[b], cells[a]];
            return answer[a] !== answer[b] && isFinished(cells);
          }),
        );
        return [isFinished(answer), accepted.length];
      }),
    );
    assert.deepEqual(judged, Array(6).fill([true, 0]));
  });
}

// A solved board is a picture with its answer, and a line.
async function look(browser) {
  await browser.open('look', DESK, async (sheet, page) => {
    const picture = page.getByRole('img');
    assert.match(await picture.getAttribute('alt'), /^[Q.]{8}\n/);
    assert.ok(await picture.evaluate((image) => image.complete && image.naturalWidth > 100));
    assert.match(await page.locator('figcaption').innerText(), /solved/);
  });
}

module.exports = {
  accessible,
  several,
  paper,
  memory,
  options,
  readers,
  hostile,
  blank,
  rules,
  look,
};
