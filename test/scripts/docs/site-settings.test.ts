import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMarkdownRenderer } from 'vitepress';
import { expect, onTestFinished, test } from 'vitest';
import { siteSettings } from '../../../scripts/docs/build/site-settings.ts';
import { code, prose, table } from '../../../scripts/docs/markdown.ts';

/** Markdown as the site renders it, before Vue compiles it. */
async function render(markdown: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-site-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const parts = { title: 'Boats', url: undefined, sidebars: {}, description: 'Boats.' };
  const config = siteSettings(parts).find(({ path }) => path.endsWith('config.mjs'));
  const file = join(folder, 'config.mjs');
  writeFileSync(file, config?.bytes ?? '');
  const { default: settings } = await import(pathToFileURL(file).href);
  return (await createMarkdownRenderer(folder, settings.markdown)).render(markdown);
}

test('braces of the contract are shown, not evaluated', async () => {
  const html = await render(table(['a'], [[prose('As `{{ x }}`, or {{ y }}.')], [code('{{ z }}')]]));
  expect(html).toContain(`As <code v-pre="">{{ x }}</code>, or &#123;&#123; y &#125;&#125;.`);
  expect(html).toContain(`<code v-pre="">{{ z }}</code>`);
});
