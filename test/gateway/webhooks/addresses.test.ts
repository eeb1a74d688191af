import { describe, expect, test } from 'vitest';
import { createAddressGuard } from '../../../src/adapters/network/create-address-guard.ts';
import { toCallbackHost, toCallbackUrl, toUnusableText } from '../../../src/gateway/webhooks/callback-url.ts';
import { shells } from '../../support/shells.ts';
import { startReceiver } from './callback-receiver.ts';
import { openCallbacks } from './open-callbacks.ts';

const boat = { model: 'sx-5-0-pro', prompt: 'A paper boat' };

test.each([
  ['https://h.example', 'https://h.example/callback'],
  ['https://h.example/', 'https://h.example/callback'],
  ['https://h.example/p', 'https://h.example/p/callback'],
  ['https://h.example/p///', 'https://h.example/p/callback'],
  ['https://h.example/p?x=1', 'https://h.example/p/callback?x=1'],
  ['https://h.example/p/?x=/a/&y', 'https://h.example/p/callback?x=/a/&y'],
  ['https://h.example?x=1', 'https://h.example/callback?x=1'],
  ['https://h.example/p#part', 'https://h.example/p/callback'],
  ['https://h.example/callback', 'https://h.example/callback/callback'],
  ['HTTP://H.Example:80/P', 'http://h.example/P/callback'],
  ['http://h.example:8080/p', 'http://h.example:8080/p/callback'],
  [' https://h.example/p ', 'https://h.example/p/callback'],
  ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC/callback'],
  ['http://[::1]:3000', 'http://[::1]:3000/callback'],
  ['https://h.example/a%2Fb', 'https://h.example/a%2Fb/callback'],
])('appends /callback to the path of %s', (base, want) => {
  expect(toCallbackUrl(base)).toBe(want);
});

test('an address has at most 2048 characters, as given and as called', () => {
  const path = `https://h.example/${'x'.repeat(2021)}`;
  expect(toCallbackUrl(path)).toBe(`${path}/callback`);
  expect(toCallbackUrl(`${path}x`)).toBeUndefined();
  const fragment = `https://h.example/#${'x'.repeat(2029)}`;
  expect(toCallbackUrl(fragment)).toBe('https://h.example/callback');
  expect(toCallbackUrl(`${fragment}x`)).toBeUndefined();
});

test('the text of an unusable address has at most 200 of its characters', () => {
  expect(toUnusableText('x'.repeat(201))).toBe(`unusable URL: ${'x'.repeat(200)}`);
  expect(toUnusableText('ftp://me:se@cret@h.example/a@b')).toBe('unusable URL: ftp://***@h.example/a@b');
});

const unusable = [
  'ftp://h.example/p',
  'javascript:alert(1)',
  'data:text/plain,hi',
  'file:///etc/passwd',
  'h.example/p',
  '//h.example/p',
  '/p',
  'https://',
  'http://user@h.example/p',
  'http://user:secret@h.example/p',
  'http://:secret@h.example/p',
  'http://h.example:99999/',
  'http://1.2.3.4.5/',
  `https://h.example/${'x'.repeat(2048)}`,
  `https://h.example/${'x'.repeat(2024)}`,
];

test.each(unusable)('cannot use %s', (base) => {
  expect(toCallbackUrl(base)).toBeUndefined();
  expect(toCallbackHost(toUnusableText(base))).toBeUndefined();
  expect(toUnusableText(base)).not.toContain('secret');
});

describe.each(shells)('through the $name shell', (shell) => {
  test('accepts a submission with an unusable address, and discards its callback', async () => {
    await using wire = await openCallbacks(shell);
    const ids: string[] = [];
    for (const webhook of unusable) ids.push(await wire.submit({ ...boat, webhook }));
    await wire.advance(90);
    for (let step = 0; step < 3; step += 1) await wire.advance(60);
    const deliveries = await Promise.all(ids.map((id) => wire.store.findDelivery(id)));
    expect(deliveries.map((delivery) => [delivery?.state, delivery?.attempts])).toEqual(
      ids.map(() => ['discarded', []]),
    );
    expect(new Set(deliveries.map((delivery) => delivery?.reason))).toEqual(
      new Set(['the URL is not http(s), contains a user name, or is longer than 2048 characters']),
    );
    expect(wire.requests).toEqual([]);
    expect(await wire.gateway.resendCallback(ids[0] ?? '')).toBe(false);
  });

  test('discards, without a retry, an address that the strict guard refuses', async () => {
    await using receiver = await startReceiver();
    const resolve = async () => ['127.0.0.1'];
    await using wire = await openCallbacks(shell, { guard: createAddressGuard({ resolve }) });
    const { port } = new URL(receiver.origin);
    const bases = [
      receiver.origin,
      `http://localhost:${port}`,
      'http://hooks.example/',
      'http://2130706433/',
      'http://169.254.169.254/latest/meta-data',
      'https://[::ffff:10.0.0.1]/',
    ];
    const ids: string[] = [];
    for (const webhook of bases) ids.push(await wire.submit({ ...boat, webhook }));
    await wire.advance(90);
    await wire.sent(bases.length);
    await wire.advance(200);
    const deliveries = await Promise.all(ids.map((id) => wire.store.findDelivery(id)));
    expect(deliveries.map((delivery) => [delivery?.state, delivery?.attempts])).toEqual(
      ids.map(() => ['discarded', []]),
    );
    expect(deliveries.map((delivery) => delivery?.reason)).toEqual([
      `port ${port} is not allowed, only 80 and 443`,
      `port ${port} is not allowed, only 80 and 443`,
      ...Array.from({ length: 4 }, () => 'the host is not on the public internet'),
    ]);
    expect([wire.requests.length, receiver.received.length]).toEqual([bases.length, 0]);
  });
});
