import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  createServiceLog,
  type ServiceLogOptions,
} from '../../../src/adapters/logging/create-service-log.ts';
import { PATIENCE_MS } from '../../support/until.ts';

test('writes one JSON object per request', () => {
  const { log, lines } = openLog();
  log.request({
    id: 'req_1',
    method: 'POST',
    operation: 'createImage',
    path: '/v1/tasks/task_1',
    status: 200,
    durationMs: 1.5,
    account: 'a',
  });
  expect(lines()).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      pid: process.pid,
      id: 'req_1',
      method: 'POST',
      operation: 'createImage',
      path: '/v1/tasks/task_1',
      status: 200,
      durationMs: 1.5,
      account: 'a',
      msg: 'request',
    },
  ]);
});

test.each([
  [200, 'info'],
  [404, 'info'],
  [499, 'info'],
  [500, 'error'],
])('raises the level of a request that failed here: %i is %s', (status, level) => {
  const { log, lines } = openLog();
  const line = { id: 'req_1', method: 'GET', operation: 'getTask', path: '/v1/tasks/task_1', durationMs: 1 };
  log.request({ ...line, status });
  expect(lines()).toMatchObject([{ level, status }]);
});

test('a fault is logged with what caused it', () => {
  const { log, lines } = openLog();
  log.fault(new Error('no', { cause: new TypeError('why') }), 'req_1');
  expect(lines()).toMatchObject([{ error: { message: 'no', cause: { name: 'TypeError', message: 'why' } } }]);
});

test.each([
  ['an API key', 'refused sk-Abc_123-xyz today', 'Abc_123'],
  ['a bearer token', 'header authorization: Bearer some.other.token', 'some.other'],
  ['a bearer token in lower case', 'authorization: bearer some.other.token', 'some.other'],
  ['a signing secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'MfKQ9'],
  ['a signature', 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=', 'g0hM9'],
  ['the password of an address', 'connect postgres://user:hunter2@db:5432/x', 'hunter2'],
])('removes %s from paths, events, warnings, messages, stacks and causes', (_name, text, secret) => {
  const { log, lines, text: written } = openLog();
  const line = { id: 'req_0', method: 'GET', operation: 'getTask', status: 404, durationMs: 1 };
  log.request({ ...line, path: `/v1/tasks/${text}` });
  log.event(text, { fact: text });
  log.warning(text, { fact: text });
  log.fault(new Error(text, { cause: new Error(text) }), 'req_1');
  log.fault(text, 'req_2');
  expect(lines()).toHaveLength(5);
  expect(written()).not.toContain(secret);
});

test('does not log what drivers attach to their errors, except the code', () => {
  const { log, lines, text } = openLog();
  log.fault(Object.assign(new Error('no'), { code: '23505', detail: 'Key (prompt)=(my dog)' }), 'req_1');
  expect(lines()).toMatchObject([{ level: 'error', id: 'req_1', error: { code: '23505', message: 'no' } }]);
  expect(text()).not.toContain('my dog');
});

test('logs nothing below its level', () => {
  const { log, lines } = openLog({ level: 'error' });
  log.event('listening');
  log.fault(new Error('no'), 'req_1');
  expect(lines()).toMatchObject([{ msg: 'fault' }]);
});

function openLog(options: ServiceLogOptions = {}) {
  const written: string[] = [];
  const log = createServiceLog({ ...options, to: { write: (line) => void written.push(line) } });
  return {
    log,
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

/** What a process whose standard output cannot be written reports about its log. */
async function reportsOf(kind: 'closed' | 'full'): Promise<string> {
  const source = import.meta.resolve('../../../src/adapters/logging/create-service-log.ts');
  const script = `import { createServiceLog } from '${source}';
    const log = createServiceLog({ onUnwritten: ({ code }) => process.stderr.write(code + ' ') });
    let lines = 0;
    const timer = setInterval(() => {
      log.event('still here');
      if (++lines < 20) return;
      clearInterval(timer);
      log.flush();
      process.stderr.write('end');
    }, 5);`;
  const stdout = kind === 'full' ? openSync('/dev/full', 'w') : 'pipe';
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', stdout, 'pipe'],
    timeout: PATIENCE_MS,
  });
  child.stdout?.destroy();
  const [told, [code]] = await Promise.all([child.stderr?.toArray(), once(child, 'close')]);
  return `${Buffer.concat(told ?? [])} ${code}`;
}

test.skipIf(process.platform !== 'linux')(
  'a full disk is reported once, a reader that has left is not',
  async () => {
    expect(await Promise.all([reportsOf('full'), reportsOf('closed')])).toEqual(['ENOSPC end 0', 'end 0']);
  },
);
