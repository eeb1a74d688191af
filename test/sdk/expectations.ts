import { expect } from 'vitest';
import { brokenStreams } from './broken-streams.ts';
import { type Played, spellings } from './play-scenario.ts';
import { readVectors } from './read-vectors.ts';

/** What a feature of an SDK must do; the steps of the scenario programs have the same names. */
export const features: Readonly<Record<string, (played: Played) => void>> = {
  'list models': ({ steps }) =>
    expect(steps.models).toEqual([
      'qx-image-3.0',
      'qx-image-3.0-pro',
      'qx3.8-max',
      'sx-5-0-lite',
      'sx-5-0-pro',
      'vxq3',
      'vxq3-mix',
    ]),
  'submit, wait with progress': ({ steps, sentTo }) => {
    expect(steps['image and progress']).toEqual({
      last: 100,
      status: 'success',
      cost: 0.03,
      sizes: [['1280x720']],
    });
    expect(sentTo('image')[0]?.body).toEqual({
      model: 'qx-image-3.0',
      prompt: 'A lighthouse at dawn',
      size: '16:9',
    });
    expect(sentTo('image')[0]?.idempotencyKey).toMatch(/^[\w-]{16,}$/);
  },
  'iterate over records': ({ steps }) => expect(steps.watching).toBe('success'),
  'resume, download': ({ steps }) => expect(steps.download).toEqual([['0.png', 'image/png', 'PNG']]),
  'video from a picture': ({ steps }) => expect(steps.video).toBe('success'),
  'every spelling of a model is sent unchanged': ({ sentTo }) =>
    expect(sentTo('spellings').map(({ url, body }) => [url.slice(url.indexOf('/v1')), body])).toEqual(
      spellings,
    ),
  'a failed task raises': ({ steps }) =>
    expect(steps.failed).toEqual({ code: 'upstream_error', message: 'The engine is out.', status: 'failed' }),
  'a cancelled task raises': ({ steps }) => expect(steps.cancelled).toBe('cancelled'),
  'give up waiting': ({ steps }) => expect(steps.timeout).toBe(true),
  'give up when polls are not answered': ({ steps }) => expect(steps.silence).toBe(true),
  'cancel waiting': ({ steps }) => expect(steps.leaving).toBe('left'),
  'errors 401, 402, 429, 400 with request id': ({ steps }) => {
    const error = { param: null, violations: 0, 'has id': true };
    expect(steps.unauthorized).toEqual({
      ...error,
      status: 401,
      type: 'authentication_error',
      reason: 'invalid_api_key',
    });
    expect(steps.unpaid).toEqual({
      ...error,
      status: 402,
      type: 'payment_required',
      reason: 'insufficient_balance',
    });
    expect(steps.limited).toEqual({
      ...error,
      status: 429,
      type: 'rate_limit_error',
      reason: 'rate_limited',
    });
    expect(steps.invalid).toEqual({
      ...error,
      status: 400,
      type: 'invalid_request_error',
      reason: 'invalid_parameter',
      param: '/n',
      violations: 1,
    });
  },
  'retry on 502 with the same idempotency key': ({ steps, sentTo }) => {
    expect(steps.retried).toBe('success');
    expectOneKey(sentTo('retried'), 3);
  },
  'retry on a broken connection with the same idempotency key': ({ steps, sentTo }) => {
    expect(steps.dropped).toBe('success');
    expectOneKey(sentTo('dropped'), 3);
  },
  'chat, whole': ({ steps }) =>
    expect(steps.chat).toEqual({ text: expect.stringMatching(/\w/), tokens: true }),
  'chat, streamed to the end': ({ steps }) =>
    expect(steps['chat stream']).toEqual({ text: expect.stringMatching(/\w/), whole: true, tokens: true }),
  'leave a stream': ({ steps, sentTo }) => {
    expect(steps['chat left']).toBe(1);
    expect(sentTo('left').map(({ isLeft }) => isLeft)).toEqual([true]);
  },
  'an error within a stream raises': ({ steps }) =>
    expect(steps['chat fails']).toMatchObject({ status: 502, 'has id': true }),
  'streams that violate the contract': ({ steps }) => {
    const found = (steps['broken streams'] as readonly string[]).map(
      (outcome, index) => [toTitle(brokenStreams[index]), outcome] as const,
    );
    const expected = brokenStreams.map((stream, index) => {
      const outcome = found[index]?.[1];
      return [toTitle(stream), stream.outcomes.find((one) => one === outcome) ?? stream.outcomes[0]];
    });
    expect(found).toEqual(expected);
  },
  'responses, whole': ({ steps }) => expect(steps.response).toBe('completed'),
  'responses, streamed': ({ steps }) =>
    expect(steps['response stream']).toEqual({
      first: 'response.created',
      last: 'response.completed',
      status: 'completed',
    }),
  'members that are added later pass through': ({ steps }) =>
    expect(steps['added members']).toEqual({ record: true, answer: true }),
  'balance, usage, schemas, prices': ({ steps }) =>
    expect(steps.account).toEqual({
      balance: true,
      key: true,
      usage: 'list',
      limits: 'billing_subscription',
      schema: true,
      prices: true,
    }),
  'verify callbacks (vectors)': ({ steps }) =>
    expect(steps.signatures).toEqual(readVectors('webhook-signatures').map(({ valid }) => valid)),
  'repeated callbacks': ({ steps }) =>
    expect(steps['repeated callbacks']).toEqual([true, false, true, true, true]),
  'event streams (vectors)': ({ steps }) =>
    expect(steps['event streams']).toEqual(readVectors('event-streams').map(dataOf)),
  'price before a request (vectors)': ({ steps, wrongEstimates }) => {
    expect(wrongEstimates).toEqual([]);
    // Thousandths of a US dollar: balances are floats.
    expect(steps.held).toEqual({ taken: 1530, estimated: 1530 });
  },
  asynchronous: ({ steps }) =>
    expect(steps.asynchronous).toEqual({ status: 'success', files: 1, chunks: true, text: true }),
};

function expectOneKey(sent: ReturnType<Played['sentTo']>, times: number): void {
  const keys = sent.filter(({ method }) => method === 'POST').map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toEqual(Array.from({ length: times }, () => keys[0]));
  expect(keys[0]).toMatch(/^[\w-]{16,}$/);
}

function toTitle(stream: (typeof brokenStreams)[number] | undefined): string {
  return stream ? `${stream.kind}: ${stream.name}` : 'one too many';
}

function dataOf({ events }: Readonly<Record<string, unknown>>): readonly string[] {
  return (events as readonly { readonly data: string }[]).map(({ data }) => data);
}
