import { expect, test } from 'vitest';
import { createMessageReader, toMessageStart } from '../../../src/adapters/workers/process-messages.ts';

const task = (about: string) => ({ module: 'file:///odd-jobs.js', about, maxBytes: 100 });

/** Two messages, as one process writes them: the bytes of the first look like the start of another message. */
const first = { task: task('größe'), bytes: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 1) };
const second = { task: task('second'), bytes: new Uint8Array(0) };
const written = Buffer.concat(
  [first, second].flatMap((one) => [toMessageStart(one.task, one.bytes.length), one.bytes]),
);

test('reads two messages as they were written, wherever the pipe divides them', () => {
  for (let end = 0; end <= written.length; end += 1) {
    const read: unknown[] = [];
    const receive = createMessageReader((received, bytes) =>
      read.push({ task: received, bytes: Uint8Array.from(bytes) }),
    );
    for (const chunk of [written.subarray(0, end), written.subarray(end)]) receive(chunk);
    expect([end, read]).toEqual([end, [first, second]]);
  }
});
