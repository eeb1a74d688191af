import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { GatewayResponse, RequestHandler } from '../../src/gateway/exchange.ts';
import { createRequestTurns } from '../../src/http/request-turns.ts';
import { within } from '../support/until.ts';
import { listen } from './listen.ts';
import { connectRaw } from './raw-connection.ts';

test('a thousand pipelined requests are handled some dozens per turn, and answered in order', async () => {
  const handled: number[] = [];
  let inTurn = 0;
  const endTurn = () => {
    handled.push(inTurn);
    inTurn = 0;
  };
  const gateway: RequestHandler = {
    async handle({ target }): Promise<GatewayResponse> {
      if (inTurn === 0) setImmediate(endTurn);
      inTurn += 1;
      return { status: 200, headers: {}, body: target };
    },
  };
  await using server = await listen(gateway);
  await using connection = await connectRaw(server.port);
  const targets = Array.from({ length: 1000 }, (_, index) => `/${index}`);
  connection.write(targets.map((target) => `GET ${target} HTTP/1.1\r\nhost: g\r\n\r\n`).join(''));
  for (const target of targets)
    expect((await within('every request is answered', connection.answer()))?.body).toBe(target);
  // Two groups of 32 may fall between two checks.
  expect(Math.max(...handled)).toBeLessThanOrEqual(64);
  connection.write('GET /last HTTP/1.1\r\nhost: g\r\n\r\n');
  expect((await within('the connection is read on', connection.answer()))?.body).toBe('/last');
});

test('the turns of connections alternate', () => {
  const turns: (() => void)[] = [];
  const { isFree, wait } = createRequestTurns((turn) => turns.push(turn));
  const order: string[] = [];
  for (const name of ['a', 'b']) {
    const socket = new Socket();
    for (let request = 0; request < 96; request += 1) {
      if (isFree(socket)) order.push(name);
      else wait(socket, () => order.push(name));
    }
  }
  while (turns.length > 0) turns.shift()?.();
  expect(order.join('')).toBe(['a', 'b', 'a', 'b', 'a', 'b'].map((name) => name.repeat(32)).join(''));
});

test('a connection is not read while its requests wait, even if it is resumed', async () => {
  const turns: (() => void)[] = [];
  const { wait } = createRequestTurns((turn) => turns.push(turn));
  const socket = new Socket();
  const isPaused = async () => {
    socket.resume();
    await new Promise((resolve) => setImmediate(resolve));
    return socket.isPaused();
  };
  for (const _round of ['once', 'again']) {
    for (let request = 0; request < 40; request += 1) wait(socket, () => {});
    expect(socket.isPaused()).toBe(true);
    expect(await isPaused()).toBe(true);
    turns.shift()?.();
    expect(await isPaused()).toBe(true);
    turns.shift()?.();
    expect(await isPaused()).toBe(false);
  }
});

test('however many connections wait, one of them has the next turn', () => {
  const turns: (() => void)[] = [];
  const { wait } = createRequestTurns((turn) => turns.push(turn));
  let handled = 0;
  for (let connection = 0; connection < 3; connection += 1) wait(new Socket(), () => (handled += 1));
  for (const want of [1, 2, 3]) {
    expect(turns).toHaveLength(1);
    turns.shift()?.();
    expect(handled).toBe(want);
  }
  expect(turns).toHaveLength(0);
});

test('no request overtakes those of its connection that wait', () => {
  const { isFree, wait } = createRequestTurns(() => {});
  const [socket, other] = [new Socket(), new Socket()];
  wait(socket, () => {});
  expect([isFree(socket), isFree(other), isFree(socket)]).toEqual([false, true, false]);
});

test('a client that waits for its answers never waits for a turn', () => {
  const { isFree } = createRequestTurns((turn) => turn());
  const socket = new Socket();
  for (let request = 0; request < 1000; request += 1) expect(isFree(socket)).toBe(true);
});

test('with 20,000 requests waiting, the next one closes its connection', () => {
  const turns: (() => void)[] = [];
  const { wait } = createRequestTurns((turn) => turns.push(turn));
  const [first, second] = [new Socket(), new Socket()];
  let handled = 0;
  for (let request = 0; request < 20_000; request += 1) wait(first, () => (handled += 1));
  wait(second, () => (handled += 1));
  expect([first.destroyed, second.destroyed]).toEqual([false, true]);
  while (turns.length > 0) turns.shift()?.();
  expect(handled).toBe(20_000);
  const third = new Socket();
  wait(third, () => {});
  expect(third.destroyed).toBe(false);
});

test('requests of a connection that has closed are dropped all at once', () => {
  const turns: (() => void)[] = [];
  const { wait } = createRequestTurns((turn) => turns.push(turn));
  const socket = new Socket();
  let handled = 0;
  for (let request = 0; request < 100; request += 1) wait(socket, () => (handled += 1));
  socket.destroy();
  turns.shift()?.();
  expect([handled, turns.length]).toEqual([0, 0]);
});
