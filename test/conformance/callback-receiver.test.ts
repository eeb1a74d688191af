import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { toNanoUsd } from '../../src/conformance/language/nano-usd.ts';
import { startCallbackServer } from '../../src/conformance/peers/callback-receiver.ts';
import { createTargetTime } from '../../src/conformance/target/target-time.ts';
import type { WireResponse } from '../../src/conformance/wire/exchange.ts';

const now = async (): Promise<number> => 0;
const post = (address: string): Promise<number | string> =>
  fetch(`${address}/callback`, { method: 'POST', body: '{}' }).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof Error ? error.name : 'failed'),
  );

test('a reserved address refuses connections before it listens', async () => {
  const server = await startCallbackServer();
  const receiver = await server.reserve({ path: '/base', now });
  expect(await post(receiver.address)).toBe('TypeError');
  await receiver.listen?.();
  expect(await post(receiver.address)).toBe(200);
  expect(receiver.received.map(({ path }) => path)).toEqual(['/base/callback']);
  await server.close();
});

test('an answer can break the connection, and a sender that leaves is noticed', async () => {
  const server = await startCallbackServer();
  const { address, received } = server.open({ answers: [{ drop: true }, { silent: true }, {}], now });
  expect(await post(address)).toBe('TypeError');
  await expect(
    fetch(`${address}/callback`, { method: 'POST', signal: AbortSignal.timeout(50) }),
  ).rejects.toThrow();
  await expect.poll(() => received[1]?.left_after).toBeGreaterThan(0);
  expect(await post(address)).toBe(200);
  expect(received[2]?.left_after).toBeUndefined();
  await server.close();
});

test('a sender that breaks off in the middle of its body has sent no callback', async () => {
  const server = await startCallbackServer();
  const { address, received } = server.open({ now });
  const { hostname, port, pathname } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write(`POST ${pathname}/callback HTTP/1.1\r\nHost: x\r\nContent-Length: 90\r\n\r\n{"id":`);
  await new Promise((resolve) => socket.once('connect', resolve));
  expect(await post(address)).toBe(200);
  socket.resetAndDestroy();
  expect(await post(address)).toBe(200);
  expect(received.map(({ text }) => text)).toEqual(['{}', '{}']);
  await server.close();
});

test('a callback is received although the clock of the target cannot be read', async () => {
  let [calls, isGone] = [0, false];
  const callHook = async (): Promise<WireResponse> => {
    calls++;
    if (isGone) throw new Error('no response');
    return { status: 200, headers: {}, text: '', bytes: new Uint8Array(), body: { unix: 7 } };
  };
  const reading = { path: '/clock', value: 'double(body.unix)' };
  const clock = { now: reading, advance: { path: '/clock' }, exact: true };
  const time = await createTargetTime(clock, { callHook, isTimed: () => true });
  isGone = true;
  expect([await time.atArrival(), calls]).toEqual([7, 2]);
});

test('amounts are whole numbers of 1e-9: strings exactly, numbers rounded', () => {
  expect([toNanoUsd('0.045'), toNanoUsd(999.955), toNanoUsd(0.1 + 0.2), toNanoUsd(1e-9)]).toEqual([
    45_000_000n,
    999_955_000_000n,
    300_000_000n,
    1n,
  ]);
  expect(() => toNanoUsd('0.0000000001')).toThrow('more than 9 decimals');
  expect(() => toNanoUsd('much')).toThrow('is not an amount');
});
