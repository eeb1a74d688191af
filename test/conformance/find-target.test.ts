import { createServer } from 'node:http';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici/index.js';
import { expect, onTestFinished, test } from 'vitest';
import { findTarget } from '../../src/conformance/target/find-target.ts';
import { startMock } from '../../src/node/programs/start-mock.ts';
import { listenOnLoopback } from '../support/loopback.ts';

async function startOther(): Promise<string> {
  const server = createServer((_, response) => response.writeHead(404).end());
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listenOnLoopback(server)}`;
}

test('a mock is recognised; declared settings replace the known ones, key by key', async () => {
  await using mock = await startMock();
  const found = await findTarget({ base_url: mock.baseUrl, keys: { rich: 'sk-own' }, media: false });
  expect(found).toMatchObject({
    base_url: mock.baseUrl,
    name: 'gatewright mock',
    profile: 'reference',
    keys: { rich: 'sk-own', poor: 'sk-mock-empty' },
    media: false,
    callbacks: { secret: 'whsec_Z2F0ZXdyaWdodC1tb2NrLXdlYmhvb2stc2VjcmV0' },
  });
});

test('any other gateway on this machine reaches the servers of the suite, and needs a key', async () => {
  const base_url = await startOther();
  expect(await findTarget({ base_url, keys: { rich: 'sk-1' } })).toEqual({
    base_url,
    keys: { rich: 'sk-1' },
    callbacks: {},
    media: true,
  });
  await expect(findTarget({ base_url })).rejects.toThrow(
    'A key is needed: --key KEY, or keys.rich in the target file.',
  );
});

test('a gateway elsewhere reaches no server of the suite, unless the target file says so', async () => {
  const { port } = new URL(await startOther());
  const before = getGlobalDispatcher();
  onTestFinished(() => setGlobalDispatcher(before));
  // Every name leads to the gateway on this machine.
  setGlobalDispatcher(
    new Agent({
      connect: { lookup: (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]) },
    }),
  );
  const keys = { rich: 'sk-1' };
  const far = await findTarget({ base_url: `http://gw.example:${port}`, keys });
  expect(far).toMatchObject({ callbacks: false, media: false });
  const declared = { base_url: `http://gw.example:${port}`, keys, media: true };
  expect(await findTarget(declared)).toMatchObject({ callbacks: false, media: true });
  const near = await findTarget({ base_url: `http://localhost:${port}`, keys });
  expect(near).toMatchObject({ callbacks: {}, media: true });
});
