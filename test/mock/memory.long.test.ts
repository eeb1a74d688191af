import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { GatewayRequest } from '../../src/gateway/exchange.ts';
import { createMock } from '../../src/mock/create-mock.ts';
import { BOAT } from './open-mock.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const body = new TextEncoder().encode(JSON.stringify(BOAT));

function submitOf(session: string | undefined, count: number): GatewayRequest {
  const headers: Readonly<Record<string, string | undefined>> = {
    authorization: 'Bearer sk-mock',
    'idempotency-key': `order-${count}`,
    'x-mock-session': session,
  };
  return {
    method: 'POST',
    target: '/v1/images/generations',
    origin: 'http://mock.example',
    header: (name) => headers[name],
    readBody: async () => body,
    signal: () => undefined,
  };
}

function advance(by: string): GatewayRequest {
  const sent = new TextEncoder().encode(JSON.stringify({ advance: by }));
  return { ...submitOf(undefined, 0), target: '/__mock/clock', readBody: async () => sent };
}

/** Bytes in use after a full garbage collection, once all due jobs have run. */
async function usedBytes(): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  return process.memoryUsage().heapUsed;
}

test('stays constant under endless submissions', async () => {
  const mock = createMock({ isFrozen: true, keepTasks: 100, balance: '1000000', reportFault: () => {} });
  // Each round advances a day, after which idempotency keys are forgotten.
  const round = async (from: number) => {
    for (let count = from; count < from + 5000; count += 1) {
      const { status } = await mock.gateway.handle(submitOf(undefined, count));
      if (status !== 200) throw new Error(`Submit ${count} was answered ${status}.`);
      if (count % 500 === 499) await mock.gateway.handle(advance('1m'));
    }
    await mock.gateway.handle(advance('25h'));
    return usedBytes();
  };
  const first = await round(0);
  const second = await round(5000);
  const third = await round(10_000);
  const fourth = await round(15_000);
  mock.close();
  expect(Math.max(second, third, fourth) - first).toBeLessThan(4_000_000);
});

test('stays constant however many sessions come and go', async () => {
  const mock = createMock({ isFrozen: true, keepTasks: 100, reportFault: () => {} });
  const visit = async (from: number) => {
    for (let count = from; count < from + 1500; count += 1) {
      await mock.gateway.handle(submitOf(`s${count}`, count));
    }
    return usedBytes();
  };
  const first = await visit(0);
  await visit(1500);
  const third = await visit(3000);
  mock.close();
  expect(third - first).toBeLessThan(4_000_000);
});
