// Opens sheets in a headless browser, at the width of a desk and of a phone. In every test a page
// must write nothing to the console and request nothing but itself.
'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const {pathToFileURL} = require('node:url');
const {chromium} = require('playwright-core');

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const DESK = {viewport: {width: 1280, height: 900}};
const PHONE = {
  viewport: {width: 390, height: 844},
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

class Browser {
  static async start(folder) {
    const browser = new Browser();
    browser.folder = folder;
    browser.profile = fs.mkdtempSync(path.join(os.tmpdir(), 'sheet-'));
    const executablePath = process.env.CHROMIUM || '/usr/bin/chromium';
    browser.chromium = await chromium.launch({executablePath, args: QUIET});
    return browser;
  }

  // Runs `play` with a sheet in a page of its own.
  async open(name, options, play) {
    const context = await this.chromium.newContext(options);
    const page = await context.newPage();
    const address = pathToFileURL(path.join(this.folder, `${name}.html`)).href;
    const troubles = [];
    page.on('console', (message) => troubles.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => troubles.push(`error: ${error.stack}`));
    page.on('dialog', (dialog) => {
      troubles.push(`dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
    page.on('request', (request) => {
      if (request.url() !== address && !request.url().startsWith('data:'))
        troubles.push(`request: ${request.url()}`);
    });
    await page.goto(address);
    try {
      await play(new Sheet(page), page);
    } catch (error) {
      throw troubles.length > 0 ? new Error(troubles.join('\n'), {cause: error}) : error;
    }
    assert.deepEqual(troubles, [], name);
    await context.close();
  }

  async end() {
    await this.chromium.close();
    fs.rmSync(this.profile, {recursive: true, force: true});
  }
}

// A sheet as a player sees it: by roles and labels.
class Sheet {
  constructor(page, number = 0) {
    this.page = page;
    this.number = number;
    this.article = page.locator('article').nth(number);
  }
  board(number) {
    return new Sheet(this.page, number);
  }
  cell(row, column) {
    return this.article.getByRole('gridcell', {name: new RegExp(`^row ${row}, column ${column},`)});
  }
  async label(row, column) {
    return this.cell(row, column).getAttribute('aria-label');
  }
  button(name) {
    return this.article.getByRole('button', {name, exact: true});
  }
  said() {
    return this.article.locator('.said').innerText();
  }
  // What every cell holds, row by row, as it is read aloud.
  async contents() {
    const labels = await this.article
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));
    return labels.map(
      (label) => label.replace(/^row \d+, column \d+, (region \w+, )?/, '').split(',')[0],
    );
  }
  async lit(kind) {
    return this.article.locator(`.lit .of-${kind}`).count();
  }
  async shot(name) {
    if (process.env.SHOTS)
      await this.page.screenshot({
        path: path.join(process.env.SHOTS, `${name}.png`),
        fullPage: true,
      });
  }
}

module.exports = {assert, fs, path, Browser, DESK, PHONE};
