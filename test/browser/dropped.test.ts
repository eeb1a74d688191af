import { expect, onTestFinished, test } from 'vitest';
import { startMockServer } from '../../src/node/mock-server.ts';
import { listAt } from '../support/open-wire.ts';
import { hasChromium, openPage } from './chromium.ts';
import { servePage } from './serve-page.ts';

const PATIENCE = 240_000;
const IMAGE = '/v1/images/generations';
const BALANCE = '/v1/user/balance';
const BOAT = { model: 'qx-image-3.0', prompt: 'A paper boat' };

/** Sends requests from a page over a reused connection, and returns the outcome of each call. */
const ASK = `async ({ base, image, balance, boat }) => {
  const headers = { authorization: 'Bearer sk-mock' };
  const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(boat) };
  const outcome = (path, init) =>
    fetch(base + path, init).then(({ status }) => status, (error) => error.constructor.name);
  await (await fetch(base + balance, { headers })).text();
  const dropped = [await outcome(balance, { headers }), await outcome(image, post)];
  return [...dropped, await outcome(balance, { headers }), await outcome(image, post)];
}`;

test.skipIf(!hasChromium)(
  'fetch in a page rejects a dropped GET and a dropped POST, and sends neither again',
  async () => {
    const mock = await startMockServer({ port: 0, host: '127.0.0.1', isFrozen: true });
    if (mock.kind === 'failed') throw new Error(mock.message);
    onTestFinished(() => mock.close());
    const { baseUrl } = mock;
    await using site = await servePage('<!doctype html><title>Test</title>');
    await using browser = await openPage();
    await browser.page.goto(site.url);
    for (const scenario of [
      { operation: 'getUserBalance', outcome: 'status', status: 500, times: 1 },
      { operation: 'getUserBalance', outcome: 'drop', times: 1 },
      { operation: 'createImage', outcome: 'drop', times: 1 },
    ]) {
      const added = await fetch(`${baseUrl}/__mock/scenarios`, {
        method: 'POST',
        body: JSON.stringify(scenario),
      });
      expect(added.status).toBe(201);
    }
    const calls = JSON.stringify({ base: baseUrl, image: IMAGE, balance: BALANCE, boat: BOAT });
    const seen = await browser.page.evaluate(`(${ASK})(${calls})`);
    expect(seen).toEqual(['TypeError', 'TypeError', 200, 200]);
    const journal: unknown = await (await fetch(`${baseUrl}/__mock/journal`)).json();
    const received = listAt(journal, 'data').filter((entry) => /^(GET|POST)$/.test(read(entry, 'method')));
    expect(received.map((entry) => `${read(entry, 'method')} ${read(entry, 'path')}`)).toEqual([
      `GET ${BALANCE}`,
      `GET ${BALANCE}`,
      `POST ${IMAGE}`,
      `GET ${BALANCE}`,
      `POST ${IMAGE}`,
    ]);
    expect(received.map((entry) => read(entry, 'status'))).toEqual(['500', '', '', '200', '200']);
    expect(received.map((entry) => read(entry, 'scenario'))).toEqual(['1', '2', '3', '', '']);
  },
  PATIENCE,
);

function read(entry: unknown, name: string): string {
  const value: unknown = Reflect.get(Object(entry), name);
  return value === undefined ? '' : String(value);
}
