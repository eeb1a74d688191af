import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand } from '../cli/call-command.ts';
import { readBlocks } from './markdown-blocks.ts';

const docs = join(import.meta.dirname, '../../docs');
const read = (page: string) => readFileSync(join(docs, page), 'utf8');

test.each(['mock', 'serve'])('the table of %s has every option of its help', async (command) => {
  const { out } = await callCommand('help', command);
  const options = [...out.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option = '']) => option);
  expect(options.length).toBeGreaterThan(10);
  const rows = read(`${command}.md`)
    .split('\n')
    .filter((line) => line.startsWith('| `--'))
    .join('\n');
  const missing = options.filter((option) => option !== '--help' && !rows.includes(`\`${option}`));
  expect(missing).toEqual([]);
});

test('a page whose programs only Node 24 reads says so', () => {
  const silent = globSync('*.md', { cwd: docs }).filter((page) => {
    const programs = readBlocks(read(page)).filter(({ language }) => language === 'ts');
    return (
      programs.some(({ text }) => /^(await )?using /m.test(text)) &&
      !/Node 22.*`using`|Node 22.*`await using`/.test(read(page))
    );
  });
  expect(silent).toEqual([]);
});
