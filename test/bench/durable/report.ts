import type { AimResult } from '../aims.ts';
import { formatCount, formatMegabytes, formatRatio, ratioOf, type Spread, spreadOf } from '../figures.ts';
import type { Machine } from '../report.ts';
import type { CallbackFigures } from './callbacks.ts';
import type { ChatFigures } from './chat-streams.ts';
import type { LargeSubmitFigures } from './large-submits.ts';
import type { PollCost } from './poll-cost.ts';
import type { SoakFigures } from './soak.ts';
import type { SpeedTurn } from './speed.ts';

/** All measurements of stores, callbacks, streams, memory and large submissions. */
export interface DurableMeasurements {
  readonly machine: Machine;
  /** Undefined where PostgreSQL is not installed: it is then left out. */
  readonly postgresVersion: string | undefined;
  readonly speed: readonly SpeedTurn[];
  readonly callbacks: readonly CallbackFigures[];
  readonly chat: ChatFigures;
  readonly pollCosts: readonly PollCost[];
  readonly soak: SoakFigures;
  readonly largeSubmits: readonly LargeSubmitFigures[];
}

/** Medians of one store, or of pgbench, for one operation. */
export interface SpeedResult extends Pick<SpeedTurn, 'by' | 'operation' | 'answers' | 'failures' | 'p99Ms'> {
  readonly perSecond: Spread;
  readonly middleMs: number;
}

/** What finding a task costs on one store, by number of stored tasks; the ratio compares most with fewest. */
export interface PollCostResult {
  readonly store: PollCost['store'];
  readonly costs: readonly { readonly tasks: number; readonly p50Micros: number }[];
  readonly ratio: Spread;
}

const LEAST_OF_PGBENCH = 0.8;
const LEAST_OF_RAW_SQLITE = 0.5;
const LEAST_ON_TIME = 0.97;
const MAX_POLL_RATIO = 1.5;
const MAX_SOAK_RATIO = 1.25;
const LONGEST_POLL_MS = 50;

/** Medians of the rounds, operation by operation. */
export function toSpeedResults({ speed }: DurableMeasurements): readonly SpeedResult[] {
  const groups = Map.groupBy(speed, ({ by, operation }) => `${operation} ${by}`);
  const results = [...groups.values()].flatMap((turns) => {
    const [first] = turns;
    if (!first) return [];
    const tails = turns.flatMap(({ p99Ms }) => (p99Ms === undefined ? [] : [p99Ms]));
    return {
      by: first.by,
      operation: first.operation,
      perSecond: spreadOf(turns.map(({ perSecond }) => perSecond)),
      middleMs: spreadOf(turns.map(({ middleMs }) => middleMs)).median,
      p99Ms: tails.length > 0 ? spreadOf(tails).median : undefined,
      answers: turns.reduce((sum, { answers }) => sum + answers, 0),
      failures: turns.reduce((sum, { failures }) => sum + failures, 0),
    };
  });
  return results.toSorted((left, right) => left.operation.localeCompare(right.operation));
}

/** What a poll costs among few and among many tasks. */
export function toPollCostResults({ pollCosts }: DurableMeasurements): readonly PollCostResult[] {
  return [...Map.groupBy(pollCosts, ({ store }) => store)].map(([store, own]) => {
    const bySize = Map.groupBy(own, ({ tasks }) => tasks);
    const sizes = [...bySize.keys()].toSorted((left, right) => left - right);
    const microsOf = (tasks: number | undefined) =>
      (bySize.get(tasks ?? 0) ?? []).map(({ p50Micros }) => p50Micros);
    return {
      store,
      costs: sizes.map((tasks) => ({ tasks, p50Micros: spreadOf(microsOf(tasks)).median })),
      ratio: ratioOf(microsOf(sizes.at(-1)), microsOf(sizes[0])),
    };
  });
}

/** Responses other than success, over all parts. */
export function countDurableFailures({ speed, chat, soak, largeSubmits }: DurableMeasurements): number {
  return [...speed, chat, soak, ...largeSubmits].reduce((sum, { failures }) => sum + failures, 0);
}

/** Every target of the durable gateway, met or not. */
export function checkDurableAims(measurements: DurableMeasurements): readonly AimResult[] {
  return [
    ...databaseAims(measurements),
    streamAim(measurements),
    ...pollAims(measurements),
    ...soakAim(measurements),
    ...largeSubmitAims(measurements),
  ];
}

/** Submissions by database, beside the bare database in the same rounds; without one there is nothing to compare. */
function databaseAims({ speed }: DurableMeasurements): readonly AimResult[] {
  const ratesOf = (by: SpeedTurn['by'], operation: SpeedTurn['operation']) =>
    speed.filter((turn) => turn.by === by && turn.operation === operation).map(({ perSecond }) => perSecond);
  const toAim = (what: string, [submits, bare]: readonly number[][], least: number): readonly AimResult[] => {
    if (!submits?.length || !bare?.length) return [];
    const ratio = ratioOf(submits, bare);
    const isMet = ratio.median >= least;
    return [{ what, measured: formatRatio(ratio), aim: `at least ${least}x`, isMet }];
  };
  return [
    ...toAim(
      'submits/s on PostgreSQL / transactions/s of pgbench -N',
      [ratesOf('PostgreSQL', 'submit'), ratesOf('pgbench', 'transaction')],
      LEAST_OF_PGBENCH,
    ),
    ...toAim(
      'submits/s on SQLite / single-row commits/s of raw SQLite',
      [ratesOf('SQLite', 'submit'), ratesOf('raw SQLite', 'commit')],
      LEAST_OF_RAW_SQLITE,
    ),
  ];
}

function streamAim({ chat: { streams, events, expectedEvents } }: DurableMeasurements): AimResult {
  const share = events / expectedEvents;
  return {
    what: `events of ${formatCount(streams)} open streams, of those due`,
    measured: `${(share * 100).toFixed(1)} %`,
    aim: `at least ${LEAST_ON_TIME * 100} %`,
    isMet: share >= LEAST_ON_TIME,
  };
}

function pollAims(measurements: DurableMeasurements): readonly AimResult[] {
  return toPollCostResults(measurements).map(({ store, ratio }) => ({
    what: `cost of a poll on ${store}, most / fewest tasks`,
    measured: formatRatio(ratio),
    aim: `at most ${MAX_POLL_RATIO}x`,
    isMet: ratio.median <= MAX_POLL_RATIO,
  }));
}

function soakAim({ soak: { middleBytes, endBytes } }: DurableMeasurements): readonly AimResult[] {
  // Where the system reports no sizes there is nothing to compare.
  if (middleBytes === undefined || endBytes === undefined) return [];
  return [
    {
      what: 'memory of the mock at the end of the soak',
      measured: formatMegabytes(endBytes),
      aim: `at most ${MAX_SOAK_RATIO}x the ${formatMegabytes(middleBytes)} of its middle`,
      isMet: endBytes <= middleBytes * MAX_SOAK_RATIO,
    },
  ];
}

function largeSubmitAims({ largeSubmits }: DurableMeasurements): readonly AimResult[] {
  const quiet = largeSubmits.find(({ beside }) => beside === 'nothing');
  const large = largeSubmits.filter(({ beside }) => beside !== 'nothing');
  return large.map(({ beside, bytes, p99Ms }) => ({
    what: `polls while ${formatMegabytes(bytes)} of ${beside} are submitted, p99`,
    measured: `${p99Ms.toFixed(1)} ms (quiet: ${quiet?.p99Ms.toFixed(1)} ms)`,
    aim: `under ${LONGEST_POLL_MS} ms`,
    isMet: p99Ms < LONGEST_POLL_MS,
  }));
}
