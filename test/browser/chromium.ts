import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const program = PLACES.find((place) => existsSync(place)) ?? 'chromium';

/** Whether Chromium is installed; where it is required (`CI`), it counts as installed, so that the tests fail without it. */
export const hasChromium = checkChromium();

/** Update checks and first-run pages are off. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page in its own Chromium. */
export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
}

/** Opens an empty page, with settings of the browser if any; disposing it ends the browser and removes its profile. */
export async function openPage(
  settings: Pick<BrowserContextOptions, 'javaScriptEnabled' | 'colorScheme'> = {},
): Promise<OpenPage> {
  const profile = await mkdtemp(join(tmpdir(), 'gatewright-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: program,
    headless: true,
    args: QUIET,
    timeout: 120_000,
    ...settings,
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
