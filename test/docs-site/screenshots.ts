import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openPage } from '../browser/chromium.ts';
import { buildAndServe } from './built-site.ts';
import { visit } from './visit.ts';

/** `npm run docs:screenshots`: pictures of the main pages on a desktop, on a phone and in the dark, to look at. */
const out = resolve(import.meta.dirname, '../../reports/docs-site');

const PAGES = {
  first: '/',
  model: '/models/sx-5-0-pro.html',
  text: '/models/qx3.8-max.html',
  guide: '/tasks.html',
  wide: '/serve.html',
  languages: '/callbacks.html',
  error: '/errors/insufficient_balance.html',
  reference: '/reference.html',
  missing: '/404.html',
} as const;

const SCREENS = [
  { name: 'desktop', width: 1280, height: 900, colorScheme: 'light' },
  { name: 'phone', width: 390, height: 844, colorScheme: 'light' },
  { name: 'dark', width: 1280, height: 900, colorScheme: 'dark' },
] as const;

await mkdir(out, { recursive: true });
await using site = await buildAndServe();
await using opened = await openPage();
for (const { name, width, height, colorScheme } of SCREENS) {
  await opened.page.setViewportSize({ width, height });
  await opened.page.emulateMedia({ colorScheme });
  for (const [subject, path] of Object.entries(PAGES)) {
    await visit(opened.page, `${site.url}${path}`);
    await opened.page.waitForFunction('!document.body.innerText.includes("Loading...")');
    await opened.page.screenshot({
      path: join(out, `${subject}-${name}.png`),
      fullPage: subject !== 'reference',
    });
  }
}
console.log(out);
