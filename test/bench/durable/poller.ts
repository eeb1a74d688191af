import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { HEADERS } from '../exchange.ts';

/** The input of the polling thread. */
export interface PollOrder {
  readonly url: string;
  /** Time between two polls; each is sent on schedule, whether or not the earlier ones were answered. */
  readonly everyMs: number;
}

/** Its reply when asked to stop: how late each response was, from the time at which its poll was due. */
export interface PollTimes {
  readonly milliseconds: Float64Array;
  readonly failures: number;
}

const { url, everyMs } = workerData as PollOrder;
const agent = new Agent({ keepAlive: true });
const times: number[] = [];
let failures = 0;
let open = 0;
let isStopped = false;
let dueAt = performance.now();

function poll(since: number): void {
  open += 1;
  const end = (isGood: boolean) => {
    open -= 1;
    if (isGood) times.push(performance.now() - since);
    else failures += 1;
    if (isStopped && open === 0) answer();
  };
  const outgoing = request(url, { agent, headers: HEADERS }, (incoming) => {
    incoming.resume().once('end', () => end(incoming.statusCode === 200));
  });
  outgoing.once('error', () => end(false)).end();
}

const timer = setInterval(() => {
  for (; dueAt <= performance.now(); dueAt += everyMs) poll(dueAt);
}, 1);

function answer(): void {
  agent.destroy();
  const found: PollTimes = { milliseconds: Float64Array.from(times).sort(), failures };
  parentPort?.postMessage(found);
}

parentPort?.once('message', () => {
  isStopped = true;
  clearInterval(timer);
  if (open === 0) answer();
});
