// Pictures of every page of the admin, light and dark, wide and narrow, into screenshots/: starts the product on a data folder of its own,
// fills it with a small story over the API, and looks at it in a real Chromium.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

import { pagesOf } from './admin-pictures/pages.mjs';
import { startProduct } from './admin-pictures/product.mjs';
import { tellStory } from './admin-pictures/story.mjs';

const folder = 'screenshots';
const widths = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };
const only = process.argv[2];

const scratch = mkdtempSync(join(tmpdir(), 'roster-screenshots-'));
const product = await startProduct(join(scratch, 'data'));
const context = await chromium.launchPersistentContext(join(scratch, 'profile'), {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  viewport: widths.wide,
  reducedMotion: 'reduce',
  timezoneId: 'Europe/Amsterdam',
});
try {
  mkdirSync(folder, { recursive: true });
  await shootAll();
} finally {
  await context.close();
  await product.end();
  rmSync(scratch, { recursive: true, force: true });
}

async function shootAll() {
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${page.url()}: ${error.message}\n`));
  page.on('console', (message) => message.type() === 'error' && process.stderr.write(`${page.url()}: ${message.text()}\n`));
  await page.goto(product.setupLink);
  await shootThemes(page, [{ name: 'setup' }]);
  const story = await tellStory(page);
  await shootThemes(page, pagesOf(story).filter(({ name }) => only === undefined || name.includes(only)));
  await context.clearCookies();
  await page.goto(`${product.url}/#/login`);
  await page.reload();
  await shootThemes(page, [{ name: 'sign-in' }]);
}

async function shootThemes(page, pages) {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((choice) => localStorage.setItem('RaStore.theme', JSON.stringify(choice)), theme);
    for (const [size, viewport] of Object.entries(widths)) {
      await page.setViewportSize(viewport);
      await page.reload();
      for (const entry of pages) await shoot(page, entry, `${entry.name}-${theme}-${size}`);
    }
  }
}

async function shoot(page, { path, act }, file) {
  if (path !== undefined) await page.goto(`${product.url}/#${path}`);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  // A change behind # loads no document: give the page a moment to begin, then wait for what it waits for.
  await page.waitForTimeout(600);
  await page.waitForFunction(() => document.querySelector('.MuiSkeleton-root, .MuiCircularProgress-root') === null).catch(() => undefined);
  await page.waitForTimeout(300);
  if (act !== undefined) await act(page);
  await page.screenshot({ path: join(folder, `${file}.png`), fullPage: true });
  if (act !== undefined) await page.keyboard.press('Escape');
  process.stdout.write(`${file}\n`);
}
