import { expect, test } from 'vitest';
import { DroppedConnection } from '../../src/mock/dropped-connection.ts';
import { cutAnswer } from '../../src/mock/scenarios/cut-answer.ts';

type Body = NonNullable<Parameters<typeof cutAnswer>[0]['body']>;

/** The part of a body that is sent before the connection breaks. */
async function sentOf(body: Body): Promise<readonly (string | Uint8Array)[]> {
  const { body: cut } = cutAnswer({ status: 200, headers: {}, body });
  const sent: (string | Uint8Array)[] = [];
  const reading = (async () => {
    for await (const chunk of cut as AsyncIterable<string | Uint8Array>) sent.push(chunk);
  })();
  await expect(reading).rejects.toBeInstanceOf(DroppedConnection);
  return sent;
}

async function* count(chunks: number) {
  for (let chunk = 1; chunk <= chunks; chunk += 1) yield `${chunk}`;
}

test('half of a body is sent', async () => {
  expect(await sentOf('{"a":1}')).toEqual(['{"a']);
  expect(await sentOf(new Uint8Array([1, 2, 3, 4]))).toEqual([new Uint8Array([1, 2])]);
});

test('sends at most eight chunks of a stream, and never its end, however short it is', async () => {
  expect(await sentOf(count(1))).toEqual([]);
  expect(await sentOf(count(3))).toEqual(['1', '2']);
  expect(await sentOf(count(100))).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
});

test('a response without a body stays as it is', () => {
  const response = { status: 304, headers: {}, body: undefined };
  expect(cutAnswer(response)).toBe(response);
});
