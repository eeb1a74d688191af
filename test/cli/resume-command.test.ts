import { expect, test } from 'vitest';
import { toResumeCommand } from '../../src/cli/calls/report-end.ts';

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
