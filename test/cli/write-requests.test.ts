import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createRequestWriter, type RequestWriter } from '../../src/cli/write-requests.ts';
import { answered } from './answered-request.ts';

interface Written {
  readonly writer: RequestWriter;
  /** What was written, each time. */
  readonly writes: readonly string[];
  /** Lets the delay pass for which lines are buffered; false when none is. */
  pass(): boolean;
  /** Lets the reader, which has read nothing so far, read everything that was written. */
  read(): Promise<void>;
}

function openWriter({ isRead = true } = {}): Written {
  const writes: string[] = [];
  const callbacks: (() => void)[] = [];
  const unread: (() => void)[] = [];
  const stream = new Writable({
    decodeStrings: false,
    highWaterMark: 2 ** 30,
    write(text: string, _encoding, done) {
      writes.push(text);
      if (isRead) done();
      else unread.push(done);
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
    async read() {
      while (stream.writableLength > 0) {
        unread.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

const namesIn = (text = '') => [...text.matchAll(/listModels|getTask/g)].map(([name]) => name);

test('writes a line immediately, and those that follow within moments together', () => {
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

test('writes the buffered lines when the process ends, once', () => {
  const { writer, writes, pass } = openWriter();
  writer.write(answered);
  writer.write(answered);
  writer.flush();
  writer.flush();
  pass();
  expect(writes.map(namesIn)).toEqual([['listModels'], ['listModels']]);
});

test('writes very many simultaneous lines without waiting', () => {
  const { writer, writes, pass } = openWriter();
  for (let count = 0; count < 10_000; count += 1) writer.write(answered);
  expect(writes.length).toBeGreaterThan(2);
  pass();
  expect(writes.flatMap(namesIn)).toHaveLength(10_000);
});

test('waits for no reader: lines are dropped and counted', async () => {
  const { writer, writes, pass, read } = openWriter({ isRead: false });
  for (let count = 0; count < 10_000; count += 1) {
    writer.write(answered);
    pass();
  }
  expect(writes).toHaveLength(1);
  await read();
  const shown = writes.flatMap(namesIn).length;
  expect(writes.join('').length).toBeLessThan(263_000);
  writer.write(answered);
  await read();
  expect(writes.slice(-2)).toEqual([
    `(${10_000 - shown} requests are not shown)\n`,
    expect.stringContaining('listModels'),
  ]);
  pass();
  writer.write(answered);
  await read();
  expect(writes.join('').match(/not shown/g)).toHaveLength(1);
});
