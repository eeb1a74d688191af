import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { toNanoUsd } from '../../src/conformance/language/nano-usd.ts';
import { startCallbackServer } from '../../src/conformance/peers/callback-receiver.ts';
import { createTargetTime } from '../../src/conformance/target/target-time.ts';
import type { WireResponse } from '../../src/conformance/wire/exchange.ts';
import { freePort, listenOnLoopback } from '../support/loopback.ts';
import { within } from '../support/until.ts';

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
  expect(await post(receiver.address), 'it is closed with the others').toBe('TypeError');
});

test('a response can break the connection, and a sender that disconnects is detected', async () => {
  const server = await startCallbackServer();
  const { address, received } = server.open({ answers: [{ drop: true }, { silent: true }, {}], now });
  expect(await post(address)).toBe('TypeError');
  const leaving = new AbortController();
  const began = performance.now();
  const unanswered = fetch(`${address}/callback`, { method: 'POST', signal: leaving.signal });
  await expect.poll(() => received.length).toBe(2);
  leaving.abort();
  await expect(unanswered).rejects.toThrow();
  await expect.poll(() => received[1]?.left_after).toBeGreaterThan(0);
  expect(received[1]?.left_after).toBeLessThanOrEqual((performance.now() - began) / 1000);
  expect(await post(address)).toBe(200);
  expect(received[2]?.left_after).toBeUndefined();
  await server.close();
});

test('delays a response by the given seconds', async () => {
  const server = await startCallbackServer();
  const { address } = server.open({ answers: [{ delay_seconds: 0.3, status: 202 }], now });
  const began = performance.now();
  expect(await post(address)).toBe(202);
  expect(performance.now() - began).toBeGreaterThanOrEqual(299);
  await server.close();
});

test('a callback has the time at which its first bytes came', async () => {
  let time = 1;
  let asked = 0;
  const server = await startCallbackServer();
  const { address, received } = server.open({
    now: async () => {
      asked += 1;
      return time;
    },
  });
  const { hostname, port, pathname } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write(`POST ${pathname}/callback HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n`);
  await expect.poll(() => asked).toBe(1);
  time = 9;
  socket.end('{}');
  await expect.poll(() => received.map(({ at, text }) => [at, text])).toEqual([[1, '{}']]);
  await server.close();
});

test('closes even while a sender waits for a response', async () => {
  const server = await startCallbackServer();
  const { address, received } = server.open({ answers: [{ silent: true }], now });
  const unanswered = post(address);
  await expect.poll(() => received.length).toBe(1);
  await within('the receiver closes', server.close());
  expect(await unanswered).toBe('TypeError');
});

test('keeps only the beginning of a callback of megabytes', async () => {
  const server = await startCallbackServer();
  const { address, received } = server.open({ now });
  const { status } = await fetch(address, { method: 'POST', body: 'x'.repeat(6_000_000) });
  expect(status).toBe(200);
  expect(received[0]?.text.length).toBeLessThanOrEqual(5_000_000);
  await server.close();
});

test('the last response is repeated', async () => {
  const server = await startCallbackServer();
  const { address } = server.open({ answers: [{ status: 500 }, { status: 503 }], now });
  expect([await post(address), await post(address), await post(address)]).toEqual([500, 503, 503]);
  await server.close();
});

test('a sender that stops in the middle of its body has sent no callback', async () => {
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

test.each(['/', '/base'])(
  'the public address %s is used without its fragment, which is the local port',
  async (path) => {
    const port = await freePort();
    const server = await startCallbackServer(`http://127.0.0.1:${port}${path}#${port}`);
    const { address, received } = server.open({ path: '/base', now });
    expect(address).toMatch(
      new RegExp(`^http://127\\.0\\.0\\.1:${port}${path === '/' ? '' : path}/[0-9a-f]{16}-\\d+/base$`),
    );
    expect(await post(address)).toBe(200);
    expect(received.map(({ path }) => path)).toEqual(['/base/callback']);
    expect(server.unreached()).toBeUndefined();
    await server.close();
  },
);

test('a callback of an earlier run is not credited to a later one at the same address', async () => {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}#${port}`;
  const first = await startCallbackServer(publicUrl);
  const earlier = first.open({ path: '/base', now });
  await first.close();
  const second = await startCallbackServer(publicUrl);
  const later = second.open({ path: '/base', now });
  expect([await post(earlier.address), later.received]).toEqual([404, []]);
  await second.close();
});

test('a public address where something else answers, a port in use and a wrong fragment are errors of the caller', async () => {
  const other = createServer((_, response) => response.writeHead(502).end());
  const port = await listenOnLoopback(other);
  await expect(startCallbackServer(`http://127.0.0.1:${port}`)).rejects.toThrow(
    /^The callback URL does not reach the receiver on this machine: something else answered POST http:\S+ with 502\./,
  );
  await expect(startCallbackServer(`http://127.0.0.1:${port}#${port}`)).rejects.toThrow(
    `The callback receiver cannot listen on port ${port}: another program is using it.`,
  );
  const own = await freePort();
  await expect(startCallbackServer(`http://127.0.0.1:${port}#${own}`)).rejects.toThrow(
    'something else answered',
  );
  expect(await post(`http://127.0.0.1:${own}`), 'the receiver is closed').toBe('TypeError');
  for (const fragment of ['eighty', '65536', '-1', '80.5'])
    await expect(startCallbackServer(`http://127.0.0.1:1#${fragment}`)).rejects.toThrow(
      'is the port on this machine',
    );
  await new Promise((resolve) => other.close(resolve));
});

test('an address that only the gateway may be able to reach proves nothing until something arrives', async () => {
  const port = await freePort();
  const server = await startCallbackServer(`http://127.0.0.1:${await freePort()}#${port}`);
  expect(server.unreached()).toMatch(/^nothing has arrived .* cannot reach it either: connection refused$/);
  const { address } = server.open({ now });
  expect(await post(`http://127.0.0.1:${port}${new URL(address).pathname}`)).toBe(200);
  expect(server.unreached()).toBeUndefined();
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
  // A large double has no nine decimals: what is beyond its digits is left out.
  expect(toNanoUsd(499_999_976.8)).toBe(499_999_976_800_000_000n);
  expect(() => toNanoUsd('0.0000000001')).toThrow('more than 9 decimals');
  expect(() => toNanoUsd('much')).toThrow('is not an amount');
});

test('a process that could not run for a while says that it cannot time callbacks', async () => {
  const server = await startCallbackServer();
  const { openedAt } = server.open({ now });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(server.overloaded(openedAt)).toBeUndefined();
  for (let times = 0; times < 2; times += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  expect(server.overloaded(openedAt)).toMatch(/could not run for [12][.]\d s; repeat this case on its own/);
  expect(server.overloaded(server.open({ now }).openedAt), 'a later address').toBeUndefined();
  await server.close();
});
