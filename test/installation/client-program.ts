import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startMockServer } from '../../src/node/mock-server.ts';

const run = promisify(execFile);

/** A program of a user who has installed the package, and nothing else of this project. */
export const clientProgram = `
import { createClient, GatewrightError, planLayers, verifyCallback } from '@gatewright/client';
import { estimate } from '@gatewright/client/estimate';

const client = createClient({ baseUrl: process.argv[2], apiKey: 'sk-mock' });
const request = { model: 'qx-image-3.0', prompt: 'A lighthouse at dawn', size: '16:9' };
const { holdUsd, size } = estimate(request);
const task = await client.images.generate(request);
const { status, cost } = await task.wait({ pollMs: 20 });
const [{ blob }] = await task.download();
const refused = await client.images.generate({ ...request, n: 0 }).catch((error) => error instanceof GatewrightError);
const stream = await client.chat.stream({ model: 'qx3.8-max', messages: [{ role: 'user', content: 'Hello' }] });
let chunks = 0;
for await (const _ of stream) chunks += 1;
const { usage } = await stream.final();
console.log(JSON.stringify({ status, cost, holdUsd, size, type: blob.type, refused, streams: chunks > 1, counted: usage.total_tokens > 0 }));
`;

/** What the program prints. */
export const CLIENT_OUTPUT = {
  status: 'success',
  cost: 0.03,
  holdUsd: '0.03',
  size: { width: 1280, height: 720 },
  type: 'image/png',
  refused: true,
  streams: true,
  counted: true,
};

/** Runs `program.mjs` of a folder against a mock; gives what it prints. */
export async function startProgram(node: string, folder: string): Promise<unknown> {
  const mock = await startMockServer({ port: 0, host: '127.0.0.1', speed: 1000 });
  if (mock.kind === 'failed') throw new Error(mock.message);
  try {
    const { stdout } = await run(node, ['program.mjs', mock.baseUrl], { cwd: folder });
    return JSON.parse(stdout);
  } finally {
    await mock.close();
  }
}

/** A module that compiles with the declarations of the package, unless the field is not one of the model. */
export const typedModule = (field: string) => `
import { createClient } from '@gatewright/client';
import { estimate } from '@gatewright/client/estimate';
export type { UseTask } from '@gatewright/client/react';
const client = createClient({ baseUrl: '', apiKey: '' });
export const task = client.images.generate({ model: 'sx-5-0-pro', prompt: 'A boat', ${field} });
export const usd: string = estimate({ model: 'vxq3', prompt: 'A boat', image_urls: [] }).holdUsd;
`;
