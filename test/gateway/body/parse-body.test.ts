import { expect, test } from 'vitest';
import { nodeDigest } from '../../../src/adapters/platform/node-digest.ts';
import { problem, refused } from '../../../src/contract/problem.ts';
import { parseBody } from '../../../src/gateway/body/parse-body.ts';
import type { BodyReading } from '../../../src/gateway/body/read-body.ts';
import type { BodyReader } from '../../../src/gateway/ports/body-reader.ts';
import { at } from '../../support/open-wire.ts';

const reading: BodyReading = { dataFields: [], dataMembers: [], maxRestBytes: 1e9 };
const key = { digest: 'd1', accountId: 'alpha', models: undefined, group: 'default', groupRatio: '1' };
const { signal } = new AbortController();
const long = new TextEncoder().encode(`{"a":"${'x'.repeat(262_144)}"}`);

/** Parses a long body with a port of this result. */
async function parse(result: Awaited<ReturnType<BodyReader['read']>>) {
  const asked: unknown[] = [];
  const bodyReader: BodyReader = {
    read: async (...given) => {
      asked.push(given);
      return result;
    },
  };
  const reader = { ports: { bodyReader, digest: nodeDigest }, key };
  const parsed = await parseBody(long, reading, { reader, request: { signal: () => signal } });
  expect(asked).toEqual([[long, reading, { owner: 'alpha', signal }]]);
  return parsed;
}

test('a long body is read for its account, until its client leaves', async () => {
  const value = { a: 1 };
  expect(await parse({ kind: 'read', value, taken: [], restBytes: 7, bytes: long })).toMatchObject({
    kind: 'read',
    value,
  });
});

test.each([
  ['too_large', 400, 'Parsing the body would take more memory than one body is allowed.'],
  ['busy', 503, 'The service is at capacity (large bodies waiting to be read): try again in 2 seconds.'],
  ['too_slow', 503, 'The service is at capacity (large bodies waiting to be read): try again in 2 seconds.'],
  ['cancelled', 503, 'The service is at capacity (large bodies waiting to be read): try again in 2 seconds.'],
] as const)('a long body that is %s is refused', async (kind, status, message) => {
  const parsed = await parse({ kind });
  expect(
    parsed.kind === 'refused' && [parsed.response.status, at(parsed.response.body, 'error', 'message')],
  ).toEqual([status, message]);
});

test('a refusal of its reader is the answer, and its fault a fault', async () => {
  const refusal = refused(problem('incomplete_body'));
  expect(await parse(refusal)).toBe(refusal);
  const error = new Error('the thread broke');
  await expect(parse({ kind: 'crashed', error })).rejects.toBe(error);
});
