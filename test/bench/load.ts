import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BenchRequest, HEADERS } from './exchange.ts';
import { project } from './targets.ts';

/** What a load generator counted. */
export interface LoadResult {
  readonly answers: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Error responses, and requests without a response. */
  readonly failures: number;
}

/** A load generator in its own process. */
export interface LoadGenerator {
  readonly name: string;
  run(origin: string, request: BenchRequest, seconds: number): Promise<LoadResult>;
}

/** Open connections, each with one request at a time. */
export const CONNECTIONS = 16;

const execute = promisify(execFile);
const headerArguments = Object.entries(HEADERS).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);

/** wrk where it is installed, because one core of it outruns every server here; otherwise autocannon. */
export async function findLoadGenerator(): Promise<LoadGenerator> {
  // wrk --version exits with 1; only a missing program has no output.
  const version = await execute('wrk', ['--version']).catch((error: { stdout?: string }) => error);
  const number = /^wrk \S*?(\d[\d.]*)/.exec(version.stdout ?? '')?.[1];
  return number === undefined
    ? { name: 'autocannon', run: runAutocannon }
    : { name: `wrk ${number} -t1`, run: runWrk };
}

async function runWrk(
  origin: string,
  { method, path, body }: BenchRequest,
  seconds: number,
): Promise<LoadResult> {
  const script = join(import.meta.dirname, 'load.lua');
  const shape = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}`, '-s', script];
  const env = { ...process.env, BENCH_METHOD: method, ...(body === undefined ? {} : { BENCH_BODY: body }) };
  const { stdout } = await execute('wrk', [...shape, ...headerArguments, `${origin}${path}`], { env });
  const line = stdout.split('\n').find((text) => text.startsWith('{'));
  if (line === undefined) throw new Error(`wrk gave no figures:\n${stdout}`);
  return JSON.parse(line) as LoadResult; // load.lua prints these members
}

interface AutocannonResult {
  readonly requests: { readonly total: number };
  readonly duration: number;
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly non2xx: number;
  readonly errors: number;
  readonly timeouts: number;
}

async function runAutocannon(
  origin: string,
  { method, path, body }: BenchRequest,
  seconds: number,
): Promise<LoadResult> {
  const program = join(project, 'node_modules/.bin/autocannon');
  const shape = [program, '-c', String(CONNECTIONS), '-d', String(seconds), '-j', '-m', method];
  const content = body === undefined ? [] : ['-b', body];
  const { stdout } = await execute(process.execPath, [
    ...shape,
    ...headerArguments,
    ...content,
    `${origin}${path}`,
  ]);
  const result = JSON.parse(stdout) as AutocannonResult; // documented output of -j
  const { requests, duration, latency, non2xx, errors, timeouts } = result;
  const failures = non2xx + errors + timeouts;
  return { answers: requests.total, seconds: duration, p50Ms: latency.p50, p99Ms: latency.p99, failures };
}
