import { expect, onTestFinished, test, vi } from 'vitest';
import { type CallProgress, reportEnd, toResumeCommand } from '../../src/cli/calls/report-end.ts';
import { GatewrightError, ResultExpiredError, type TaskRecord } from '../../src/client/index.ts';

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

/** What a command prints, and its exit code, when an error follows its submission. */
function reportSubmitted(error: unknown) {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const progress: CallProgress = { stage: 'submitted', baseUrl: 'http://g.test', resumeCommand: 'resume it' };
  const code = reportEnd(error, progress, new AbortController().signal);
  return { code, err: written.mock.calls.map(([text]) => String(text)).join('') };
}

test.each([
  [499, ''],
  [500, ' (request req_7) The task continues: resume it'],
  [502, ' (request req_7) The task continues: resume it'],
])(
  'an error of %i after the submission shows the request id and how to resume, unless it is a refusal',
  (status, shown) => {
    const error = new GatewrightError({
      status,
      type: 'server_error',
      message: 'Later.',
      requestId: 'req_7',
    });
    const err = `The gateway answered ${status}: Later.${shown}\n`;
    expect(reportSubmitted(error)).toEqual({ code: 1, err });
  },
);

test('an expired result is reported in one line, and cannot be resumed', () => {
  const record = { id: 'task_1', status: 'success', progress: 100 } as TaskRecord;
  expect(reportSubmitted(new ResultExpiredError(record))).toEqual({
    code: 1,
    err: 'The files of the task task_1 have expired.\n',
  });
});
