import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createRequestWriter, type RequestWriter } from '../../src/cli/write-requests.ts';
import type { AnsweredRequest } from '../../src/mock/request-log/with-request-log.ts';

const answered: AnsweredRequest = {
  method: 'GET',
  path: '/v1/models',
  status: 200,
  operation: 'listModels',
  reason: undefined,
  durationMs: 0.1,
};

interface Written {
  readonly writer: RequestWriter;
  /** What was written, each time. */
  readonly writes: readonly string[];
  /** Lets the moment pass in which lines wait; false when none does. */
  pass(): boolean;
}

function openWriter({ isRead = true } = {}): Written {
  const writes: string[] = [];
  const callbacks: (() => void)[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      writes.push(text);
      if (isRead) done();
    },
  });
  const output = stream as NodeJS.WriteStream; // no terminal
  const writer = createRequestWriter(output, { later: (callback) => callbacks.push(callback) });
  return {
    writer,
    writes,
    pass() {
      const callback = callbacks.shift();
      callback?.();
      return callback !== undefined;
    },
  };
}

const namesIn = (text = '') => [...text.matchAll(/listModels|getTask/g)].map(([name]) => name);

test('writes a line at once, and those of the next moment together', () => {
  const { writer, writes, pass } = openWriter();
  writer.write(answered);
  expect(writes.map(namesIn)).toEqual([['listModels']]);
  writer.write({ ...answered, operation: 'getTask' });
  writer.write(answered);
  expect(writes).toHaveLength(1);
  expect(pass()).toBe(true);
  expect(writes.map(namesIn)).toEqual([['listModels'], ['getTask', 'listModels']]);
  expect(writes[1]).toMatch(/^\d\d:\d\d:\d\d {2}200 {2}getTask .*\n.*\n$/);
  expect(pass()).toBe(true);
  expect(pass()).toBe(false);
  writer.write(answered);
  expect(writes).toHaveLength(3);
});

test('writes the lines that wait when the process ends, once', () => {
  const { writer, writes, pass } = openWriter();
  writer.write(answered);
  writer.write(answered);
  writer.flush();
  writer.flush();
  pass();
  expect(writes.map(namesIn)).toEqual([['listModels'], ['listModels']]);
});

test('drops lines that a slow reader leaves, and counts them', () => {
  const { writer, writes, pass } = openWriter();
  for (let count = 0; count < 10_000; count += 1) writer.write(answered);
  pass();
  writer.write(answered);
  pass();
  const shown = writes.flatMap(namesIn).length;
  const [, missed] = /^\((\d+) requests are not shown\)\n/.exec(writes.at(-1) ?? '') ?? [];
  expect(shown + Number(missed)).toBe(10_001);
  expect(writes.join('').length).toBeLessThan(263_000);
});

test('waits for no reader', () => {
  const { writer, writes, pass } = openWriter({ isRead: false });
  for (let round = 0; round < 10_000; round += 1) {
    writer.write(answered);
    pass();
  }
  expect(writes).toHaveLength(1);
});
