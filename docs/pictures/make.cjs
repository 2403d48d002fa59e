// Makes the pictures of these docs that are shots of a browser (`make pictures`):
//
//     node make.cjs page SHEET.html PICTURE.png       a board of Queens with a hint
//     node make.cjs growth REPORT.html PICTURE.png    the plot of growth of a comparison
'use strict';
const {Browser, path} = require('../../tests/page/harness.cjs');

const VIEW = {viewport: {width: 1140, height: 800}};
// The steps before the hint that is shown, so that the board has marks.
const FEWEST_STEPS = 3;
const MOST_STEPS = 40;

// Does steps until a region has one cell left, and shows this hint with its reason.
async function page(sheet, tab, picture) {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    for (const press of ['Hint', 'Which rule?', 'Why?']) await sheet.button(press).click();
    if (step >= FEWEST_STEPS && /Region .* has one cell left/.test(await sheet.said())) {
      await tab.screenshot({path: picture});
      return;
    }
    await sheet.button('Do it').click();
  }
  throw new Error('no hint says that a region has one cell left');
}

// Shows the plot and its legend, without the text above them.
async function growth(_, tab, picture) {
  const heading = tab.getByRole('heading', {name: 'Growth with the side of the board'});
  // The element itself, since the locator needs the heading.
  const figure = await tab.locator('.figure').filter({has: heading}).elementHandle();
  await figure.evaluate((element) => {
    for (let folded = element.closest('details'); folded; folded = folded.parentElement.closest('details'))
      folded.open = true;
    for (const text of element.querySelectorAll('h3, p')) text.remove();
  });
  await figure.screenshot({path: picture});
}

async function main([what, file, picture]) {
  const browser = await Browser.start(path.resolve(path.dirname(file)));
  const shoot = {page, growth}[what];
  try {
    const name = path.basename(file, '.html');
    await browser.open(name, VIEW, (sheet, tab) => shoot(sheet, tab, picture));
  } finally {
    await browser.end();
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
