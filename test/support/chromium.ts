import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { describe } from '@jest/globals';
import { type BrowserContext, chromium } from 'playwright-core';

/** The first Chromium on the path, or null. */
export const chromiumPath: string | null =
  (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name))).find((path) => existsSync(path)) ?? null;

/** Suites in a real browser; without one they are reported as skipped, by name. */
export const describeInBrowser = chromiumPath === null ? describe.skip : describe;

const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export interface Chromium {
  context: BrowserContext;
  close(): Promise<void>;
}

/** Chromium with a profile of its own. */
export async function launchChromium(): Promise<Chromium> {
  if (chromiumPath === null) throw new Error('There is no Chromium here.');
  const profile = mkdtempSync(join(tmpdir(), 'roster-chromium-'));
  const context = await chromium.launchPersistentContext(profile, { executablePath: chromiumPath, args: flags, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(15_000);
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
