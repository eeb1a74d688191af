import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { policies } from '../../generated/policies.ts';
import { closeServer, listenOnLoopback } from '../support/loopback.ts';
import { within } from '../support/until.ts';
import { callCommand } from './call-command.ts';

/** What a request to this gateway, which never answers, sets off. */
let onRequest = () => {};
const silent = createServer(() => onRequest());

const url = `http://127.0.0.1:${await listenOnLoopback(silent)}`;
afterAll(() => closeServer(silent));

afterEach(() => vi.restoreAllMocks());

/** Time is up as soon as the gateway has a request. */
function endPatience(): ReturnType<typeof vi.spyOn> {
  return vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const patience = new AbortController();
    onRequest = () => patience.abort(new DOMException('The time is up', 'TimeoutError'));
    return patience.signal;
  });
}

test.each([
  ['the key of a mock is looked for', 'image --model sx-5-0-pro --prompt x --yes'],
  ['prices are asked', 'image --model sx-5-0-pro --prompt x --yes --key k'],
  ['the parameters of a model are asked', 'image --model another --prompt x --yes --key k'],
  ['a text model is asked', 'chat --model qx3.8-max --prompt x --key k'],
])('a gateway that never answers keeps no command waiting: %s', async (_, line) => {
  const timeout = endPatience();
  expect(await callCommand(...line.split(' '), '--url', url)).toEqual({
    code: 2,
    out: '',
    err: `Nothing answers at ${url}: no response in time. --url names the gateway; npx gatewright mock starts one.\n`,
  });
  expect(timeout).toHaveBeenCalledWith(policies.client.command_answer_seconds * 1000);
});

test.each(['image --model sx-5-0-pro --prompt x --yes --key k', 'chat --model qx3.8-max --prompt x --key k'])(
  'Ctrl-C ends %s, and a second Ctrl-C is left to the system',
  async (line) => {
    const listeners = () => process.rawListeners('SIGINT');
    const before = listeners();
    const own = () => listeners().filter((listener) => !before.includes(listener));
    const asked = Promise.withResolvers<void>();
    onRequest = asked.resolve;
    const ended = callCommand(...line.split(' '), '--url', url);
    await within('the gateway is asked', asked.promise);
    expect(own()).toHaveLength(1);
    for (const listener of own()) listener();
    expect(own()).toEqual([]);
    expect((await ended).code).toBe(130);
  },
);

test('says that a gateway that never answers a submission may have accepted it', async () => {
  const mute = createServer(({ method }, response) => {
    if (method !== 'POST') response.writeHead(404).end('{}');
  });
  const address = `http://127.0.0.1:${await listenOnLoopback(mute)}`;
  const line = 'image --model sx-5-0-pro --prompt x --yes --key k --timeout 0.3';
  const { code, out, err } = await callCommand(...line.split(' '), '--url', address);
  await closeServer(mute);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err.split('\n').at(-2)).toBe(
    `The connection to ${address} broke: no response in time. The gateway may have accepted the request.`,
  );
});

test('a gateway whose files never end, and whose task ids are no words, keeps no command and no terminal', async () => {
  const odd = createServer((request, response) => {
    const { method, url: path = '' } = request;
    if (path.startsWith('/files')) return void response.writeHead(200).write('x');
    const task = {
      id: 'task_1',
      status: 'success',
      result: { images: [{ url: [`${address}/files/0.png`] }] },
    };
    const isKnown = method === 'POST' || path.startsWith('/v1/tasks');
    response
      .writeHead(isKnown ? 200 : 404)
      .end(JSON.stringify(method === 'POST' ? { data: [{ task_id: 'task_1\u001b[2J' }] } : task));
  });
  const address = `http://127.0.0.1:${await listenOnLoopback(odd)}`;
  const out = mkdtempSync(join(tmpdir(), 'gatewright-drip-'));
  const line = 'image --model sx-5-0-pro --prompt x --yes --key k --timeout 0.3 --poll 0.01';
  const { code, err } = await callCommand(...line.split(' '), '--url', address, '--out', out);
  await closeServer(odd);
  rmSync(out, { recursive: true });
  expect(code).toBe(1);
  expect(err).toContain('\nSubmitted as task_1 [2J\n');
  expect(err).toContain(
    '\nThe files did not arrive within 0.3 s. The result is ready, and can be saved elsewhere: ',
  );
});
