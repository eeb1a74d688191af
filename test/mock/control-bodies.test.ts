import { describe, expect, test } from 'vitest';
import { at } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { openMock } from './open-mock.ts';

const calls = [
  ['PUT', '/__mock/accounts/sk-a', 'models'],
  ['POST', '/__mock/clock', 'speed'],
  ['POST', '/__mock/scenarios', 'model'],
] as const;

describe.each(shells)('$name shell', (shell) => {
  test.each(calls)('%s %s rejects deep nesting and odd text', async (method, path, field) => {
    await using mock = await openMock(shell);
    for (const [value, message] of [
      ['['.repeat(30_000), 'nests objects and arrays too deeply: the body may have at most 64 levels'],
      ['"\\u0000"', 'must not contain U+0000 or unpaired surrogates'],
      ['"\\ud800"', 'must not contain U+0000 or unpaired surrogates'],
    ] as const) {
      const answer = await mock.ask(method, path, { body: `{"${field}":${value}}` });
      expect([answer.status, at(answer.body, 'error', 'param')]).toEqual([400, `/${field}`]);
      expect(at(answer.body, 'error', 'message')).toBe(`${field} ${message}`);
    }
    expect(mock.faults).toEqual([]);
  });

  test.each(calls)('%s %s says why a body could not be received', async (method, path) => {
    await using mock = await openMock(shell);
    const long = await mock.ask(method, path, { body: ' '.repeat(65_537) });
    expect([long.status, at(long.body, 'error', 'message')]).toEqual([
      413,
      'The request body is larger than the 65536 bytes that this endpoint accepts.',
    ]);
    const plain = await mock.ask(method, path, { body: '{}', headers: { 'content-encoding': 'gzip' } });
    expect([plain.status, at(plain.body, 'error', 'message')]).toEqual([
      400,
      shell.name === 'Node'
        ? 'The request body is not valid gzip, although its Content-Encoding is gzip.'
        : 'The request body must be exactly one complete gzip member.',
    ]);
  });
});
