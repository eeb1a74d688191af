import { expect, test } from 'vitest';
import { nodeDigest } from '../../../src/adapters/platform/node-digest.ts';
import { at } from '../../support/open-wire.ts';
import { fetchShell, openText } from './open-text.ts';

const MEGABYTE = 2 ** 20;

test('a long role is hashed once, however many parts its message has', async () => {
  let hashed = 0;
  const digest = {
    sha256: (data: string | Uint8Array) => {
      hashed += data.length;
      return nodeDigest.sha256(data);
    },
  };
  await using text = await openText(fetchShell, { ports: { digest } });
  const content = Array.from({ length: 200 }, () => ({ type: 'input_text', text: 'x' }));
  const { status } = await text.respond({ input: [{ role: 'r'.repeat(MEGABYTE), content }] });
  expect(status).toBe(200);
  expect(hashed).toBeLessThan(4 * MEGABYTE);
});

test.each(['r'.repeat(MEGABYTE), { r: 'r'.repeat(MEGABYTE) }, 5, null])(
  'a role that is refused is not hashed',
  async (role) => {
    const hashed: string[] = [];
    const digest = {
      sha256: (data: string | Uint8Array) => {
        hashed.push(String(data));
        return nodeDigest.sha256(data);
      },
    };
    await using text = await openText(fetchShell, { ports: { digest } });
    const { status } = await text.chat({ messages: [{ role, content: [{ type: 'text', text: 'x' }] }] });
    expect(status).toBe(400);
    expect(hashed.filter((data) => data.includes('rrr'))).toEqual([]);
  },
);

const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));

test.each([
  ['a message', (inner: object) => ({ messages: [{ role: 'user', content: 'x', ...inner }] }), 'messages'],
  [
    'a part',
    (inner: object) => ({ messages: [{ role: 'user', content: [{ type: 'text', text: 'x', ...inner }] }] }),
    'messages',
  ],
  ['an unknown field', (inner: object) => ({ metadata: inner }), 'metadata'],
])('%s may have ten thousand fields', async (_what, place, name) => {
  await using text = await openText(fetchShell);
  const { status } = await text.chat({ stream: false, ...place(fields(9990)) });
  expect(status).toBe(200);
  const { body } = await text.chat(place(fields(10_001)));
  expect(at(body, 'error')).toMatchObject({
    code: 400,
    param: `/${name}`,
    message: `${name} contains an object with more than 10000 fields`,
  });
});

test('roles that differ at their end are different prompts', async () => {
  await using text = await openText(fetchShell);
  const ask = async (role: string) => {
    const { body } = await text.respond({ input: [{ role, content: 'a paper boat '.repeat(400) }] });
    return at(body, 'usage', 'input_tokens_details', 'cached_tokens');
  };
  expect(await ask(`${'r'.repeat(100)}a`)).toBe(0);
  expect(await ask(`${'r'.repeat(100)}b`)).toBe(0);
  expect(await ask(`${'r'.repeat(100)}a`)).toBeGreaterThan(1000);
});

test.each([
  ['a model', { model: 'q.'.repeat(MEGABYTE) }, /^Unknown model "(q\.){30}"\.{4} Available here: /],
  [
    'a member beside a missing one',
    { messages: undefined, ['q.'.repeat(MEGABYTE)]: 1 },
    /^messages is required$/,
  ],
  [
    'a member of a message',
    { messages: [{ role: 'user', ['~/'.repeat(MEGABYTE)]: 1 }] },
    /^messages\[0\]\.content is required$/,
  ],
])('%s with a name of two megabytes is refused as a short one is', async (_what, fields, message) => {
  await using text = await openText(fetchShell);
  const { status, body, headers } = await text.chat({ messages: [], ...fields });
  expect([status, at(body, 'error', 'message')]).toEqual([400, expect.stringMatching(message)]);
  expect(headers.get('x-warning')).toBeNull();
});
