import { type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { HEADERS } from '../exchange.ts';
import { spreadOf } from '../figures.ts';
import { startMock } from './service.ts';

/** What many open streams cost, and how late their events were. */
export interface ChatFigures {
  readonly streams: number;
  readonly events: number;
  readonly seconds: number;
  /** Events due in that time. */
  readonly expectedEvents: number;
  /** How much the gap before an event exceeded the pace. */
  readonly lagP50Ms: number;
  readonly lagP99Ms: number;
  readonly idleBytes: number | undefined;
  readonly peakBytes: number | undefined;
  readonly failures: number;
}

/** Gap between two events of the simulated model at its usual speed. */
const PACE_MS = 50;
const OPENED_A_TURN = 25;
const TURN_MS = 25;
const SETTLE_MS = 500;
const LONGEST_START_MS = 20_000;
const SAMPLE_MS = 250;
const BODY = JSON.stringify({
  model: 'qx3.8-max',
  stream: true,
  messages: [{ role: 'user', content: 'Tell me about lighthouses in 900 words' }],
});

/** Opens streams on the mock, a few at a time, and watches them for some seconds once all are open. */
export async function measureChatStreams(streams: number, seconds: number): Promise<ChatFigures> {
  await using mock = await startMock();
  const idleBytes = mock.child.residentBytes();
  const watch = createWatch();
  const opened: ClientRequest[] = [];
  while (opened.length < streams) {
    for (let count = 0; count < OPENED_A_TURN && opened.length < streams; count += 1)
      opened.push(openStream(mock.origin, watch));
    await wait(TURN_MS);
  }
  await untilSpeaking(watch, streams);
  await wait(SETTLE_MS);
  const peaks: number[] = [];
  watch.lags = [];
  const started = performance.now();
  while (performance.now() - started < seconds * 1000) {
    peaks.push(mock.child.residentBytes() ?? Number.NaN);
    await wait(SAMPLE_MS);
  }
  const measured = (performance.now() - started) / 1000;
  const lags = Float64Array.from(watch.lags).sort();
  const { failures } = watch;
  for (const stream of opened) stream.destroy();
  const peak = spreadOf(peaks).max;
  return {
    streams,
    events: lags.length,
    seconds: measured,
    expectedEvents: (streams * measured * 1000) / PACE_MS,
    lagP50Ms: percentileOf(lags, 0.5),
    lagP99Ms: percentileOf(lags, 0.99),
    idleBytes,
    peakBytes: Number.isNaN(peak) ? undefined : peak,
    failures,
  };
}

/** The quantile of sorted numbers; NaN when there are none. */
export function percentileOf(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function untilSpeaking(watch: Watch, streams: number): Promise<void> {
  const deadline = performance.now() + LONGEST_START_MS;
  while (watch.speaking < streams && performance.now() < deadline) await wait(TURN_MS);
  if (watch.speaking < streams) throw new Error(`${watch.speaking} of ${streams} streams speak.`);
}

interface Watch {
  lags: number[];
  /** Streams that have delivered an event. */
  speaking: number;
  failures: number;
}

function createWatch(): Watch {
  return { lags: [], speaking: 0, failures: 0 };
}

function openStream(origin: string, watch: Watch): ClientRequest {
  const url = new URL('/v1/chat/completions', origin);
  let previous: number | undefined;
  const outgoing = request(url, { method: 'POST', headers: HEADERS, agent: false }, (incoming) => {
    if (incoming.statusCode !== 200) watch.failures += 1;
    incoming.on('data', (chunk: Buffer) => {
      const events = countPieces(chunk.toString('latin1'));
      if (events === 0) return;
      const now = performance.now();
      if (previous === undefined) watch.speaking += 1;
      else watch.lags.push(Math.max(0, now - previous - PACE_MS));
      // An event that arrives together with another is as late as that one, and has no gap of its own.
      for (let rest = 1; rest < events; rest += 1) watch.lags.push(0);
      previous = now;
    });
    // A stream that ends while others are measured would make the load lighter than stated.
    incoming.once('end', () => {
      watch.failures += 1;
    });
    incoming.once('error', () => {}); // it is cut at the end
  });
  outgoing.once('error', () => {});
  outgoing.end(BODY);
  return outgoing;
}

function countPieces(text: string): number {
  let count = 0;
  for (const name of ['"delta":{"reasoning_content"', '"delta":{"content"']) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) count += 1;
  }
  return count;
}
