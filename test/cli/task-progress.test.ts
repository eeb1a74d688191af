import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTaskProgress } from '../../src/cli/calls/tasks/task-progress.ts';
import type { TaskRecord } from '../../src/client/index.ts';

/** What is written without a terminal while a task goes through these records. */
function show(records: readonly object[], isQuiet: boolean): string {
  const output = new PassThrough({ encoding: 'utf8' });
  const progress = createTaskProgress(output as unknown as NodeJS.WriteStream, isQuiet);
  for (const record of records) progress.update(record as TaskRecord); // of any implementation
  progress.end();
  return String(output.read() ?? '');
}

const RECORDS = [
  { status: 'submitted', progress: 0 },
  { status: 'processing', progress: 33.4 },
  { status: 'processing', progress: 33.4 },
  { status: 'processing\u001b[2J' },
  { status: 'processing', progress: null },
  { status: 'success', progress: 100 },
];

test('without a terminal, writes a line for each change', () => {
  expect(show(RECORDS, false)).toBe(
    'submitted, 0%\nprocessing, 33%\nprocessing [2J, 0%\nprocessing, 0%\nsuccess, 100%\n',
  );
});

test('a quiet command shows no progress', () => {
  expect(show(RECORDS, true)).toBe('');
});

/** A bar on a terminal of 80 columns, without colours, and what was written since the last look. */
function openBar() {
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 80 });
  const progress = createTaskProgress(output as unknown as NodeJS.WriteStream, true);
  return { progress, written: () => String(output.read() ?? '').replaceAll('\r\u001b[K', '|') };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  vi.stubEnv('NO_COLOR', '1');
  vi.stubEnv('TERM', 'xterm');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test('on a terminal a bar is redrawn each second, until the end', () => {
  const { progress, written } = openBar();
  expect(written()).toBe(`|${'─'.repeat(30)}   0%  submitted  0 s`);
  vi.advanceTimersByTime(2000);
  expect(written()).toBe(`|${'─'.repeat(30)}   0%  submitted  1 s|${'─'.repeat(30)}   0%  submitted  2 s`);
  progress.update({ status: 'processing', progress: 50 } as TaskRecord);
  expect(written()).toBe(`|${'━'.repeat(15)}${'─'.repeat(15)}  50%  processing  2 s`);
  progress.end();
  expect(written()).toBe('|');
  vi.advanceTimersByTime(5000);
  expect(written()).toBe('');
});

test.each([
  [150, 30, '150%'],
  [-20, 0, '-20%'],
])('a progress of %i fills %i cells of the bar', (share, filled, percent) => {
  const { progress, written } = openBar();
  written();
  progress.update({ status: 'odd', progress: share } as TaskRecord);
  expect(written()).toBe(`|${'━'.repeat(filled)}${'─'.repeat(30 - filled)} ${percent}  odd  0 s`);
  progress.end();
});

test('a terminal that cannot redraw a line gets no bar', () => {
  vi.stubEnv('TERM', 'dumb');
  expect(openBar().written()).toBe('');
});
