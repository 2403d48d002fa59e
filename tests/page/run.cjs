// `node run.cjs TEST FOLDER` runs one test on the sheets in a folder, for `tests/tools/page.rs`.
// SHOTS names a folder for screenshots. NODE_PATH has playwright-core and axe-core.
'use strict';
const {Browser} = require('./harness.cjs');
const TESTS = {...require('./playing.cjs'), ...require('./sheets.cjs'), ...require('./manners.cjs')};

async function main([test, folder]) {
  const browser = await Browser.start(folder);
  try {
    await TESTS[test](browser);
  } finally {
    await browser.end();
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
