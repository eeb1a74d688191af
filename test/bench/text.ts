import type { BenchRequest } from './exchange.ts';
import type { LoadGenerator } from './load.ts';
import { measureRounds, type Pace, type Turn } from './rounds.ts';
import { startTarget } from './targets.ts';
import type { Operation } from './workload.ts';

/** The request to both servers. */
export const TEXT_QUESTION = 'Say what a lighthouse is';

/** The response of aimock: 30 tokens, as many as gatewright generates. */
export const TEXT_ANSWER =
  'A lighthouse is a tower that sends light across the sea, so that ships find their way at night and keep off the rocks below it.';

const OUTPUT_TOKENS = 30;

/** Turns of two servers that answer text. */
export interface TextMeasurements {
  readonly operations: readonly Pick<Operation, 'name'>[];
  readonly turns: readonly Turn[];
}

/** Measures chat completions, streamed and not, by gatewright and aimock in turn. */
export async function measureText(options: {
  readonly generator: LoadGenerator;
  readonly pace: Pace;
}): Promise<TextMeasurements> {
  const operations = [ask('not streamed', false), ask('streamed', true)];
  const ready = operations[0]?.request;
  const start = ready ? { ready } : {};
  await using gatewright = await startTarget('gatewright', {
    mockArguments: ['--clock', 'manual'],
    ...start,
  });
  await using aimock = await startTarget('aimock', start);
  return { operations, turns: await measureRounds([gatewright, aimock], operations, options) };
}

function ask(how: string, stream: boolean): Operation & { readonly request: BenchRequest } {
  const messages = [{ role: 'user', content: TEXT_QUESTION }];
  const body = JSON.stringify({ model: 'qx3.8-max', messages, max_tokens: OUTPUT_TOKENS, stream });
  const request = { method: 'POST', path: '/v1/chat/completions', body } as const;
  return { name: `POST ${request.path}, ${how}`, kind: 'submit', request };
}
