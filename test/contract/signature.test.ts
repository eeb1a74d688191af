import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import {
  isWebhookSecret,
  signWebhook,
  toWebhookSecret,
  verifyWebhook,
} from '../../src/contract/signature.ts';

/** The example of the Standard Webhooks specification. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestampSeconds: 1_614_265_330,
  body: '{"test": 2432232314}',
};
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
const other = toWebhookSecret(new Uint8Array(32).fill(7));
const nowSeconds = message.timestampSeconds;

test('signs the example of the Standard Webhooks specification as documented', async () => {
  expect(await signWebhook(message, [secret])).toBe(signature);
});

test('signs what the standardwebhooks package verifies, whatever is in the body', async () => {
  const now = Math.floor(Date.now() / 1000);
  for (const body of ['', '{}', '{"prompt":"Ein Boot aus Papier, 紙の船 🛶"}', 'x'.repeat(100_000)]) {
    const sent = { id: 'task_000001', timestampSeconds: now, body };
    const headers = {
      'webhook-id': 'task_000001',
      'webhook-timestamp': String(now),
      'webhook-signature': await signWebhook(sent, [secret, other]),
    };
    for (const key of [secret, other]) {
      expect(() => new Webhook(key).verify(body, headers, { jsonParse: false })).not.toThrow();
    }
    const stranger = toWebhookSecret(new Uint8Array(24).fill(1));
    expect(() => new Webhook(stranger).verify(body, headers, { jsonParse: false })).toThrow();
  }
});

test('verifies what the standardwebhooks package signs', async () => {
  const body = '{"id":"task_1","text":"né"}';
  const signed = new Webhook(other).sign('task_1', new Date(nowSeconds * 1000), body);
  const sent = { id: 'task_1', timestampSeconds: nowSeconds, body };
  expect(await verifyWebhook(sent, { signature: signed, secrets: [other], nowSeconds })).toBe(true);
});

test('gives one signature per secret, and one match is enough', async () => {
  const both = await signWebhook(message, [other, secret]);
  expect(both.split(' ')).toEqual([expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/), signature]);
  for (const secrets of [[secret], [other], [other, secret]]) {
    expect(await verifyWebhook(message, { signature: both, secrets, nowSeconds })).toBe(true);
  }
});

test.each([
  ['another body', { ...message, body: '{"test": 2432232315}' }],
  ['another id', { ...message, id: 'msg_other' }],
  ['another time', { ...message, timestampSeconds: message.timestampSeconds + 1 }],
  ['a time that is no number', { ...message, timestampSeconds: Number.NaN }],
])('refuses %s', async (_name, changed) => {
  expect(await verifyWebhook(changed, { signature, secrets: [secret], nowSeconds })).toBe(false);
});

test.each([
  ['an empty header', ''],
  ['another version', signature.replace('v1,', 'v2,')],
  ['a signature that is no base64', 'v1,*** v1,= v1,'],
  ['a cut signature', signature.slice(0, 30)],
  ['a signature behind many others', `${'v1,AAAA '.repeat(8)}${signature}`],
  ['no version', signature.slice(3)],
])('refuses %s', async (_name, header) => {
  expect(await verifyWebhook(message, { signature: header, secrets: [secret], nowSeconds })).toBe(false);
});

test('refuses without a secret', async () => {
  expect(await verifyWebhook(message, { signature, secrets: [], nowSeconds })).toBe(false);
});

test('accepts five minutes in either direction and not a second more', async () => {
  const verify = (off: number) =>
    verifyWebhook(message, { signature, secrets: [secret], nowSeconds: nowSeconds + off });
  expect(await Promise.all([-300, 300, -301, 301].map(verify))).toEqual([true, true, false, false]);
  const lenient = { signature, secrets: [secret], nowSeconds: nowSeconds + 3600, toleranceSeconds: 3600 };
  expect(await verifyWebhook(message, lenient)).toBe(true);
});

test('a secret has 24 to 64 bytes, and one that is refused is never quoted', async () => {
  for (const good of [secret, toWebhookSecret(new Uint8Array(64))]) expect(isWebhookSecret(good)).toBe(true);
  const short = `whsec_${btoa('x'.repeat(23))}`;
  const long = `whsec_${btoa('x'.repeat(65))}`;
  for (const bad of [short, long, 'whsec_', '', 'whsec_!!!!', secret.slice(6), 'whsec_AAAAA']) {
    expect(isWebhookSecret(bad)).toBe(false);
    const { message: told } = await signWebhook(message, [bad]).then(
      () => new Error('It was accepted.'),
      (error: Error) => error,
    );
    expect(told).toMatch(/^A webhook secret is "whsec_" and 24 to 64 bytes in base64/);
    if (bad.length > 10) expect(told).not.toContain(bad);
  }
  expect(() => toWebhookSecret(new Uint8Array(8))).toThrow(RangeError);
});

test.each([`whsec_ ${secret.slice(6)}`, `${secret} `, `${secret}\n`, `whsec_${secret.slice(6, -1)}`])(
  'base64 has no spaces and its full length: %j',
  (text) => {
    expect(isWebhookSecret(text)).toBe(false);
  },
);
