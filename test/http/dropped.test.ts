import { execFile } from 'node:child_process';
import { Agent, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startMockServer } from '../../src/node/mock-server.ts';
import { within } from '../support/until.ts';

/** A mock that drops the next request for the balance, with the outcome of every such request. */
async function openDropping() {
  const statuses: (number | undefined)[] = [];
  const started = await startMockServer({
    port: 0,
    host: '127.0.0.1',
    onAnswered: ({ operation, status }) => {
      if (operation === 'getUserBalance') statuses.push(status);
    },
  });
  if (started.kind === 'failed') throw new Error(started.message);
  onTestFinished(() => started.close());
  const { baseUrl } = started;
  const body = JSON.stringify({ operation: 'getUserBalance', outcome: 'drop', times: 1 });
  await fetch(`${baseUrl}/__mock/scenarios`, { method: 'POST', body });
  return { baseUrl, balance: `${baseUrl}/v1/user/balance`, statuses };
}

const headers = { authorization: 'Bearer sk-mock' };

test('curl does not send a dropped request again on a connection that it used before', async () => {
  const { baseUrl, balance, statuses } = await openDropping();
  const args = ['-sS', '-H', 'Authorization: Bearer sk-mock', `${baseUrl}/healthz`, balance];
  const code = await new Promise<unknown>((resolve) => {
    execFile('curl', args, (error) => resolve(error ? error.code : 0));
  });
  expect(code).not.toBe(0);
  expect(statuses).toEqual([undefined]);
});

test('fetch rejects, and the next request is answered', async () => {
  const { baseUrl, balance, statuses } = await openDropping();
  await (await fetch(`${baseUrl}/healthz`)).text();
  await expect(fetch(balance, { headers })).rejects.toThrow('fetch failed');
  expect((await fetch(balance, { headers })).status).toBe(200);
  expect(statuses).toEqual([undefined, 200]);
});

test('a node:http client gets an error, and the connection ends', async () => {
  const { balance } = await openDropping();
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const failure = new Promise((resolve, reject) => {
    const outgoing = request(balance, { agent, headers });
    outgoing.once('response', () => reject(new Error('It was answered.')));
    outgoing.once('error', resolve).end();
  });
  expect(await within('the request fails', failure)).toBeInstanceOf(Error);
});
