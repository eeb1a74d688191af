import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { closeServer, listenOnLoopback } from '../../support/loopback.ts';
import { pngFile } from '../../support/png-file.ts';
import { expectSuccess } from '../exchange.ts';
import { SUBMIT } from '../workload.ts';
import { percentileOf } from './chat-streams.ts';
import type { PollOrder, PollTimes } from './poller.ts';
import { type Service, startService } from './service.ts';

/** What runs beside the polls. */
export type Beside = 'nothing' | 'data URIs' | 'references';

/** How fast polls were answered while large bodies were submitted, or while idle. */
export interface LargeSubmitFigures {
  readonly beside: Beside;
  /** What the gateway received for each submission, as its body or by its references. */
  readonly bytes: number;
  readonly submits: number;
  readonly seconds: number;
  readonly polls: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly residentBytes: number | undefined;
  readonly failures: number;
}

const PICTURES = 10;
/** In base64 ten of them are 126 MB. */
const DATA_BYTES = 9_450_000;
const REFERENCE_BYTES = 29_000_000;
const POLL_EVERY_MS = 4;
const MODEL = 'sx-5-0-pro';

interface Load {
  readonly beside: Beside;
  readonly bytes: number;
  readonly run: () => Promise<unknown>;
}

/** Polls a task of `gatewright serve` on SQLite for some seconds, and again while large submissions run one after another. */
export async function measureLargeSubmits(submits: number): Promise<readonly LargeSubmitFigures[]> {
  await using service = await startService('SQLite', undefined);
  await using pictures = await servePictures();
  const url = await submitSmall(service);
  const data = bodyOf(Array<string>(PICTURES).fill(dataUri()));
  const references = bodyOf(pictures.addresses);
  const submit = (body: string) => expectSuccess(service.origin, { ...SUBMIT, body });
  const loads: readonly Load[] = [
    { beside: 'nothing', bytes: 0, run: () => wait(1000) },
    { beside: 'data URIs', bytes: data.length, run: () => submit(data) },
    { beside: 'references', bytes: PICTURES * REFERENCE_BYTES, run: () => submit(references) },
  ];
  const figures: LargeSubmitFigures[] = [];
  for (const load of loads) {
    await load.run(); // to get warm
    figures.push(await measure(service, url, { load, submits }));
  }
  return figures;
}

async function measure(
  { child }: Service,
  url: string,
  { load: { beside, bytes, run }, submits }: { readonly load: Load; readonly submits: number },
): Promise<LargeSubmitFigures> {
  await using poller = startPoller({ url, everyMs: POLL_EVERY_MS });
  const started = performance.now();
  for (let submit = 0; submit < submits; submit += 1) await run();
  const seconds = (performance.now() - started) / 1000;
  const { milliseconds, failures } = await poller.stop();
  return {
    beside,
    bytes,
    submits,
    seconds,
    polls: milliseconds.length,
    p50Ms: percentileOf(milliseconds, 0.5),
    p99Ms: percentileOf(milliseconds, 0.99),
    maxMs: milliseconds.at(-1) ?? Number.NaN,
    residentBytes: child.residentBytes(),
    failures,
  };
}

/** It polls from a separate thread: this one is busy sending. */
function startPoller(order: PollOrder): AsyncDisposable & { stop(): Promise<PollTimes> } {
  const worker = new Worker(new URL('./poller.ts', import.meta.url), { workerData: order });
  const times = new Promise<PollTimes>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  times.catch(() => undefined); // whoever stops it is told
  return {
    stop() {
      worker.postMessage('stop');
      return times;
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}

async function submitSmall({ origin }: Service): Promise<string> {
  const { body } = await expectSuccess(origin, SUBMIT);
  const { data } = JSON.parse(body) as { readonly data: readonly { readonly task_id: string }[] }; // section 2.2
  return `${origin}/v1/tasks/${data[0]?.task_id}`;
}

function bodyOf(image_urls: readonly string[]): string {
  return JSON.stringify({ model: MODEL, prompt: 'A red lighthouse on a cliff at dusk', image_urls });
}

function dataUri(): string {
  const file = pngFile({ width: 1024, height: 768, bytes: DATA_BYTES });
  return `data:image/png;base64,${file.toString('base64')}`;
}

async function servePictures(): Promise<AsyncDisposable & { readonly addresses: readonly string[] }> {
  const file = pngFile({ width: 1024, height: 768, bytes: REFERENCE_BYTES });
  const headers = { 'content-type': 'image/png', 'content-length': file.length };
  const server = createServer((_incoming, outgoing) => outgoing.writeHead(200, headers).end(file));
  const port = await listenOnLoopback(server);
  const addresses = Array.from(
    { length: PICTURES },
    (_, index) => `http://127.0.0.1:${port}/picture-${index}.png`,
  );
  return {
    addresses,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}
