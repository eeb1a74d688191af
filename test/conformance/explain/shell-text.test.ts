import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readMarks, toShell } from '../../../src/conformance/explain/marks.ts';
import { insideDoubleQuotes, quoteShell, toVariable } from '../../../src/conformance/explain/shell-text.ts';

const run = promisify(execFile);

async function echo(word: string): Promise<string> {
  const { stdout } = await run('sh', ['-c', `TASK='task 1'; printf %s ${word}`]);
  return stdout;
}

const texts: readonly (readonly [string, string])[] = [
  ['', ''],
  [`it's "5" $HOME \`id\` \\ !`, `it's "5" $HOME \`id\` \\ !`],
  [`id=${toShell('$TASK')};`, 'id=task 1;'],
  [`'${toShell('$TASK')}'`, "'task 1'"],
  ['\uE000$(echo no)\uE001 \uE001', '\uE000$(echo no)\uE001 \uE001'],
  [toShell("$(printf 'a%.0s' $(seq 3))"), 'aaa'],
];

test.each(texts)('a shell reads %j as intended', async (text, meant) => {
  expect(await echo(quoteShell(readMarks(text)))).toBe(meant);
  expect(await echo(`"${insideDoubleQuotes(readMarks(text))}"`)).toBe(meant);
});

test('names a variable after an expression', () => {
  expect(['task', 'body.data[0].id', '640x480.png?alpha=1'].map(toVariable)).toEqual([
    'TASK',
    'BODY_DATA_0_ID',
    '640X480_PNG_ALPHA_1',
  ]);
});
