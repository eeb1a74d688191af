import { ratioOf, type Spread, spreadOf } from './figures.ts';
import type { Generation } from './generation.ts';
import type { Turn } from './rounds.ts';
import type { ServerName, TargetName } from './targets.ts';
import type { TextMeasurements } from './text.ts';
import type { Operation } from './workload.ts';

/** Where the bench ran. */
export interface Machine {
  readonly cores: number;
  readonly cpu: string;
  readonly node: string;
  readonly loadGenerator: string;
  readonly connections: number;
  /** Load average of the minute before the benchmark: above zero, the machine was not idle. */
  readonly loadBefore: number;
}

/** Starts and memory of one server. */
export interface ProcessFigures {
  readonly startMs: readonly number[];
  readonly startBytes: number | undefined;
  readonly loadedBytes: number | undefined;
}

/** All measurements. */
export interface Measurements {
  readonly machine: Machine;
  readonly operations: readonly Operation[];
  readonly turns: readonly Turn[];
  readonly processes: Readonly<Record<TargetName, ProcessFigures>>;
  readonly generation: Generation;
  readonly text: TextMeasurements;
}

/** Medians of one server for one operation. */
export interface Result {
  readonly target: ServerName;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMicros: number | undefined;
  readonly answers: number;
  readonly failures: number;
}

/** One operation: all servers, and gatewright compared with each of the others. */
export interface OperationReport {
  readonly name: string;
  readonly results: readonly Result[];
  /** Requests per second, gatewright / the other; `least` is the target. */
  readonly ratios: readonly { readonly other: ServerName; readonly ratio: Spread; readonly least: number }[];
}

const LEAST_OF_PRISM = { list: 12, poll: 12, submit: 8 } as const;
const LEAST_OF_BARE = { list: 0.5, poll: 0.75, submit: 0.65 } as const;
const LEAST_OF_AIMOCK = 1;

/** Medians and ratios of the measurements, by operation. */
export function toOperationReports({ operations, turns, text }: Measurements): readonly OperationReport[] {
  return [
    ...operations.map(({ name, kind }) =>
      toReport(name, turns, [
        ['prism', LEAST_OF_PRISM[kind]],
        ['bare', LEAST_OF_BARE[kind]],
      ]),
    ),
    ...text.operations.map(({ name }) => toReport(name, text.turns, [['aimock', LEAST_OF_AIMOCK]])),
  ];
}

function toReport(
  name: string,
  turns: readonly Turn[],
  peers: readonly (readonly [other: ServerName, least: number])[],
): OperationReport {
  const own = turns.filter(({ operation, round }) => operation === name && round > 0);
  const rates = (target: ServerName) => turnsOf(own, target).map(rateOf);
  return {
    name,
    results: ['gatewright' as const, ...peers.map(([other]) => other)].map((target) =>
      toResult(target, turnsOf(own, target)),
    ),
    ratios: peers.map(([other, least]) => ({
      other,
      ratio: ratioOf(rates('gatewright'), rates(other)),
      least,
    })),
  };
}

/** Responses other than success over all turns, warm-up included. */
export function countFailures({ turns, text }: Measurements): number {
  return [...turns, ...text.turns].reduce((sum, { failures }) => sum + failures, 0);
}

function turnsOf(turns: readonly Turn[], target: ServerName): readonly Turn[] {
  return turns.filter((turn) => turn.target === target);
}

function rateOf({ answers, seconds }: Turn): number {
  return answers / seconds;
}

function toResult(target: ServerName, turns: readonly Turn[]): Result {
  const cpu = turns.flatMap(({ cpuMicros }) => (cpuMicros === undefined ? [] : [cpuMicros]));
  return {
    target,
    requestsPerSecond: spreadOf(turns.map(rateOf)).median,
    p50Ms: spreadOf(turns.map(({ p50Ms }) => p50Ms)).median,
    p99Ms: spreadOf(turns.map(({ p99Ms }) => p99Ms)).median,
    cpuMicros: cpu.length > 0 ? spreadOf(cpu).median : undefined,
    answers: turns.reduce((sum, { answers }) => sum + answers, 0),
    failures: turns.reduce((sum, { failures }) => sum + failures, 0),
  };
}
