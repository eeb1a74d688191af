import { expect, onTestFinished, test, vi } from 'vitest';
import { type CallProgress, reportEnd, toResumeCommand } from '../../src/cli/calls/report-end.ts';
import { GatewrightError } from '../../src/client/index.ts';

test.each([
  [{ url: undefined, out: undefined }, 'npx gatewright image --task task_1'],
  [
    { url: 'https://api.example.com/v1', out: 'boat.png' },
    'npx gatewright image --task task_1 --out boat.png --url https://api.example.com/v1',
  ],
  [
    { url: undefined, out: "a sailor's boat.png" },
    "npx gatewright image --task task_1 --out 'a sailor'\\''s boat.png'",
  ],
])('the command that resumes a task names where it went: %j', (given, command) => {
  expect(toResumeCommand('image', 'task_1', given)).toBe(command);
});

test.each([
  [499, false],
  [500, true],
  [502, true],
])('after an answer with %i, whether a task can be resumed: %s', (status, isHinted) => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const progress: CallProgress = { stage: 'submitted', baseUrl: 'http://g.test', resumeCommand: 'resume it' };
  const error = new GatewrightError({ status, type: 'server_error', message: 'Later.' });
  expect(reportEnd(error, progress, new AbortController().signal)).toBe(1);
  const hint = isHinted ? ' The task continues: resume it' : '';
  expect(written.mock.calls).toEqual([[`The gateway answered ${status}: Later.${hint}\n`]]);
});
