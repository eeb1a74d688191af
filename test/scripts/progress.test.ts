import { expect, test } from 'vitest';
import { createProgress } from '../../scripts/progress.ts';

function createTerminal(isTTY: boolean) {
  const written: string[] = [];
  return { written, stream: { isTTY, write: (text: string) => written.push(text) } };
}

test('shows one line on a terminal and clears it', () => {
  const { written, stream } = createTerminal(true);
  const progress = createProgress(stream, false);
  progress.step('Reading');
  progress.step('Generating');
  progress.end();
  expect(written).toEqual(['\r\u001b[2KReading ...', '\r\u001b[2KGenerating ...', '\r\u001b[2K']);
});

test.each([
  ['in a file', false, false],
  ['in CI', true, true],
])('is silent %s', (_name, isTTY, isQuiet) => {
  const { written, stream } = createTerminal(isTTY);
  const progress = createProgress(stream, isQuiet);
  progress.step('Reading');
  progress.end();
  expect(written).toEqual([]);
});
