import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Report } from '../../src/conformance/report/report.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { startCommand } from '../cli/start-command.ts';
import { startTampered } from './mutants/start-tampered.ts';
import type { TamperedResponse, Tampering } from './mutants/tampering.ts';
import { changingSuccess, toTasks, withJson } from './mutants/tampers.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatewright-dialects-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Cases that read task records and callbacks in every way. */
const CASES = [
  'TSK',
  'auth.restricted-may',
  'callbacks.image',
  'callbacks.failed',
  'callbacks.sent-again',
  'languages.callback',
  'languages.other-types',
  'languages.same-language',
  'versioning.task-path',
];

interface Ran {
  readonly code: unknown;
  readonly out: string;
  readonly report: Report;
}

/** Runs the cases against a mock that speaks a dialect, behind a server that rewrites what passes. */
async function conform(
  successStatus: 'success' | 'completed',
  tampering: Tampering = {},
  cases: readonly string[] = CASES,
): Promise<Ran> {
  const mock = await startMockServer({ port: 0, host: '127.0.0.1', successStatus });
  if (mock.kind === 'failed') throw new Error(mock.message);
  await using tampered = await startTampered(mock.baseUrl, tampering);
  const file = join(folder, 'report.json');
  const only = cases.flatMap((one) => ['--only', one]);
  await using command = startCommand('conform', tampered.baseUrl, ...only, '--report', `json=${file}`);
  const code = await command.exit();
  await mock.close();
  return { code, out: command.output(), report: JSON.parse(readFileSync(file, 'utf8')) as Report };
}

/** Requirements with one of some outcomes, in order. */
function idsOf({ requirements }: Report, ...outcomes: readonly string[]): readonly string[] {
  return requirements.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id }) => id);
}

const wrapAnswer = (response: TamperedResponse): TamperedResponse =>
  response.status === 200 && response.body !== undefined
    ? withJson(response, { code: 200, data: response.body })
    : response;

const wrapsAnswers: Tampering = {
  response: (response, request) => (toTasks(request) ? wrapAnswer(response) : response),
};

const wrapsCallbacks: Tampering = {
  callback: (callback) => [{ ...callback, body: { code: 200, data: callback.body } }],
};

test('`completed` for success is reported, and does not fail, not even our own choice of `success`', async () => {
  const { code, out, report } = await conform('completed');
  expect([code, idsOf(report, 'failed', 'error')]).toEqual([0, []]);
  expect(report.observed).toEqual({ success_status: ['completed'], wrapped_records: false });
  expect(idsOf(report, 'unproven')).toEqual(['GW-TSK-025']);
  expect(out).toContain('\nTask records say "completed" for success: the specification leaves that open.\n');
  expect(out).toContain('the target behaves differently, which the specification allows:');
});

test('a wrapper around task records, in polls and callbacks, is reported and does not fail', async () => {
  const { code, out, report } = await conform('completed', { ...wrapsAnswers, ...wrapsCallbacks });
  expect([code, idsOf(report, 'failed', 'error')]).toEqual([0, []]);
  expect(report.observed).toEqual({ success_status: ['completed'], wrapped_records: true });
  expect(idsOf(report, 'unproven')).toEqual(['GW-TSK-024', 'GW-TSK-025']);
  expect(out.replaceAll(/\s+/g, ' ')).toContain(
    'Task records say "completed" for success, and come in a wrapper, with the record in `data`: the specification leaves that open.',
  );
});

test('a callback equals the poll: a wrapper around the callback only fails', async () => {
  const { code, report } = await conform('success', wrapsCallbacks, ['callbacks.image']);
  expect([code, idsOf(report, 'failed')]).toEqual([1, ['GW-CBK-006']]);
});

test('another word for success fails', async () => {
  const done = changingSuccess((record) => ({ ...record, status: 'done' }));
  const { code, report } = await conform('success', done, ['tasks.image']);
  expect([code, idsOf(report, 'failed')]).toEqual([1, expect.arrayContaining(['GW-TSK-015'])]);
});
