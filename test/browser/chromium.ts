import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const program = PLACES.find((place) => existsSync(place)) ?? 'chromium';

/** Whether Chromium is installed here; where it must be (`CI`), it counts as installed, and the tests fail without it. */
export const hasChromium = checkChromium();

/** Whatever looks for updates, or shows first-run pages, is off. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page of a Chromium of its own. */
export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
}

/** Opens an empty page; disposing it ends the browser and removes its profile. */
export async function openPage(): Promise<OpenPage> {
  const profile = await mkdtemp(join(tmpdir(), 'gatewright-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: program,
    headless: true,
    args: QUIET,
    timeout: 120_000,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  return {
    page,
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function checkChromium(): boolean {
  if (existsSync(program) || process.env.CI) return true;
  console.warn('Chromium is not installed: its tests are SKIPPED. Debian: apt-get install chromium');
  return false;
}
