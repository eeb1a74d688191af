import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { policies } from '../../generated/policies.ts';
import { callCommand } from './call-command.ts';

/** What a request to this gateway, which never answers, sets off. */
let onRequest = () => {};
let url = '';
const silent = createServer(() => onRequest());

beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`;
});

afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

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
