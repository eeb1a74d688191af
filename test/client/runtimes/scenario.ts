import { estimate } from '../../../src/client/estimate/index.ts';
import {
  CallbackVerificationError,
  createClient,
  GatewrightError,
  verifyCallback,
} from '../../../src/client/index.ts';

const boat = { model: 'qx-image-3.0', prompt: 'A paper boat', size: '16:9' } as const;
const messages = [{ role: 'user', content: 'What is a paper boat?' }] as const;
const client = (baseUrl: string) => createClient({ baseUrl, apiKey: 'sk-mock' });

/** What the client does in any runtime, with a mock at an address; uses nothing but what the runtimes have in common. */
export async function playScenario(baseUrl: string): Promise<unknown> {
  return {
    ...(await makeImage(baseUrl)),
    ...(await readStreams(baseUrl)),
    ...(await meetErrors(baseUrl)),
  };
}

async function makeImage(baseUrl: string) {
  const { holdUsd, size } = estimate(boat);
  const task = await client(baseUrl).images.generate(boat);
  const progress: number[] = [];
  const { status, cost } = await task.wait({
    pollMs: 20,
    onProgress: (record) => progress.push(record.progress),
  });
  const [file] = await client(baseUrl).tasks.resume(task.toJSON()).download();
  const bytes = new Uint8Array((await file?.blob.arrayBuffer()) ?? new ArrayBuffer(0));
  return {
    estimated: { holdUsd, size },
    made: { status, cost, last: progress.at(-1) },
    file: { name: file?.name, type: file?.blob.type, magic: String.fromCharCode(...bytes.slice(1, 4)) },
  };
}

async function readStreams(baseUrl: string) {
  const { chat, responses } = client(baseUrl);
  const stream = await chat.stream({ model: 'qx3.8-max', messages });
  let text = '';
  for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
  const { choices, usage } = await stream.final();
  const response = await (await responses.stream({ model: 'qx3.8-max', input: 'What is a boat?' })).final();
  const left = await chat.stream({ model: 'qx3.8-max', messages });
  let read = 0;
  for await (const _ of left) {
    read += 1;
    break;
  }
  return {
    chat: {
      isWhole: text !== '' && text === choices[0]?.message.content,
      isCounted: (usage?.total_tokens ?? 0) > 0,
    },
    response: response.status,
    left: {
      read,
      isRejected: await left.final().then(
        () => false,
        () => true,
      ),
    },
  };
}

async function meetErrors(baseUrl: string) {
  const refused: unknown = await client(baseUrl)
    .images.generate({ ...boat, n: 0 })
    .catch((error: unknown) => error);
  const aborted: unknown = await client(baseUrl)
    .images.generate(boat, { signal: AbortSignal.abort() })
    .catch((error: unknown) => error);
  const forged: unknown = await verifyCallback(
    new Request('https://shop.example/callback', {
      method: 'POST',
      body: '{"id":"task_1","status":"success"}',
      headers: { 'webhook-id': 'task_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
    }),
    'whsec_Z2F0ZXdyaWdodC1tb2NrLXdlYmhvb2stc2VjcmV0',
  ).catch((error: unknown) => error);
  return {
    refused: refused instanceof GatewrightError && {
      status: refused.status,
      param: refused.param,
      id: refused.requestId !== undefined,
    },
    aborted: aborted instanceof Error || aborted instanceof DOMException ? aborted.name : typeof aborted,
    forged: forged instanceof CallbackVerificationError,
  };
}
