import { policies } from '../../../generated/policies.ts';
import type { GatewayResponse } from '../../gateway/exchange.ts';
import { nextTurn } from '../../runtime/next-turn.ts';
import { DroppedConnection } from '../dropped-connection.ts';

type Chunk = string | Uint8Array;

const { broken_stream_chunks: MAX_CHUNKS } = policies.mock;

/** A response that breaks off: half of a body, or a stream without its end. The rest is not read. */
export function cutAnswer(response: GatewayResponse): GatewayResponse {
  const { body } = response;
  if (body === undefined) return response;
  const isWhole = typeof body === 'string' || ArrayBuffer.isView(body);
  return { ...response, body: isWhole ? firstHalf(body) : withoutEnd(body) };
}

async function* firstHalf(body: Chunk): AsyncIterable<Chunk> {
  yield typeof body === 'string' ? body.slice(0, body.length >> 1) : body.subarray(0, body.length >> 1);
  await breakOff();
}

/** Holds one chunk back, so that the last is never sent. */
async function* withoutEnd(chunks: AsyncIterable<Chunk>): AsyncIterable<Chunk> {
  let held: Chunk | undefined;
  let sent = 0;
  for await (const chunk of chunks) {
    if (sent >= MAX_CHUNKS) break;
    if (held !== undefined) {
      sent += 1;
      yield held;
    }
    held = chunk;
  }
  await breakOff();
}

async function breakOff(): Promise<never> {
  await new Promise<void>(nextTurn); // buffered data is sent first
  throw new DroppedConnection('A scenario cut the answer.');
}
