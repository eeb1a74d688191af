import { type BenchRequest, expectSuccess } from './exchange.ts';
import type { LoadGenerator, LoadResult } from './load.ts';
import type { ServerName, Target } from './targets.ts';
import type { Operation } from './workload.ts';

/** One turn of one server at one operation. */
export interface Turn extends LoadResult {
  readonly operation: string;
  readonly target: ServerName;
  /** Counted from 1; round 0 is the warm-up, which no figure includes. */
  readonly round: number;
  /** Processor time of the server per response; undefined where the system does not report it. */
  readonly cpuMicros: number | undefined;
}

/** Duration and number of turns. */
export interface Pace {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

const LAP: Pace = { rounds: 1, seconds: 1, warmUpSeconds: 1 };

/** Measures in alternating rounds: operation by operation, each server in turn while the others are paused. */
export async function measureRounds(
  targets: readonly Target[],
  operations: readonly Operation[],
  { generator, pace }: { readonly generator: LoadGenerator; readonly pace: Pace },
): Promise<readonly Turn[]> {
  const turns: Turn[] = [];
  for (const { child } of targets) child.pause();
  for (let round = 0; round <= pace.rounds; round += 1) {
    for (const operation of operations) {
      const request = await renewRequest(operation, targets);
      for (const target of targets) {
        target.child.resume();
        const turn = { ...operation, request };
        turns.push({
          ...(await takeTurn(target, turn, { generator, pace: round === 0 ? LAP : pace })),
          round,
        });
        target.child.pause();
      }
    }
  }
  for (const { child } of targets) child.resume();
  return turns;
}

async function renewRequest(
  { request, renew }: Operation,
  targets: readonly Target[],
): Promise<BenchRequest> {
  if (!renew) return request;
  for (const { child } of targets) child.resume();
  const renewed = await renew();
  for (const { child } of targets) child.pause();
  return renewed;
}

async function takeTurn(
  { name, origin, child }: Target,
  { name: operation, request }: Operation,
  { generator, pace }: { readonly generator: LoadGenerator; readonly pace: Pace },
): Promise<Omit<Turn, 'round'>> {
  await expectSuccess(origin, request);
  const warmUp = await generator.run(origin, request, pace.warmUpSeconds);
  const before = child.cpuMicros();
  const result = await generator.run(origin, request, pace.seconds);
  const after = child.cpuMicros();
  await expectSuccess(origin, request);
  const cpuMicros =
    before === undefined || after === undefined ? undefined : (after - before) / result.answers;
  return { ...result, failures: result.failures + warmUp.failures, operation, target: name, cpuMicros };
}
