import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createTaskProgress } from '../../src/cli/calls/tasks/task-progress.ts';
import type { TaskRecord } from '../../src/client/index.ts';

/** What is written, without a terminal, while a task has these states. */
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

test('without a terminal, each change is a line', () => {
  expect(show(RECORDS, false)).toBe(
    'submitted, 0%\nprocessing, 33%\nprocessing [2J, 0%\nprocessing, 0%\nsuccess, 100%\n',
  );
});

test('a quiet command shows none', () => {
  expect(show(RECORDS, true)).toBe('');
});
