import type { LoadGenerator } from '../load.ts';
import type { Machine } from '../report.ts';
import type { Pace } from '../rounds.ts';
import { openBacklog } from './callbacks.ts';
import { measureChatStreams } from './chat-streams.ts';
import { openCluster } from './cluster.ts';
import { measureLargeSubmits } from './large-submits.ts';
import { measurePollCost } from './poll-cost.ts';
import type { DurableMeasurements } from './report.ts';
import { measureSoak } from './soak.ts';
import { measureSpeed } from './speed.ts';

/** How much of each part is measured. */
export interface DurablePlan {
  readonly pace: Pace;
  readonly callbacks: number;
  readonly chat: { readonly streams: number; readonly seconds: number };
  readonly polls: { readonly sizes: readonly number[]; readonly rounds: number };
  readonly soakSubmits: number;
  /** Of data URIs, and as many of references. */
  readonly largeSubmits: number;
}

/** The plan of a usual run. */
export const FULL_DURABLE: DurablePlan = {
  pace: { rounds: 3, seconds: 2, warmUpSeconds: 2 },
  callbacks: 1000,
  chat: { streams: 1000, seconds: 4 },
  polls: { sizes: [1000, 200_000], rounds: 3 },
  soakSubmits: 100_000,
  largeSubmits: 5,
};

/** One short round of everything, to see that it works. */
export const QUICK_DURABLE: DurablePlan = {
  pace: { rounds: 1, seconds: 1, warmUpSeconds: 1 },
  callbacks: 200,
  chat: { streams: 1000, seconds: 2 },
  polls: { sizes: [1000, 20_000], rounds: 1 },
  soakSubmits: 10_000,
  largeSubmits: 1,
};

/** Adds a million stored tasks to the poll measurements, and a soak of a million submissions. */
export function withMillions(plan: DurablePlan): DurablePlan {
  const million = 1_000_000;
  return { ...plan, polls: { ...plan.polls, sizes: [...plan.polls.sizes, million] }, soakSubmits: million };
}

/** What a run needs in addition to its plan; `tell` reports progress. */
export interface DurableOptions {
  readonly machine: Machine;
  readonly generator: LoadGenerator;
  readonly tell: (text: string) => void;
}

/** Measures every part of the plan, one after another, on databases for this run only. */
export async function measureDurable(
  plan: DurablePlan,
  { machine, generator, tell }: DurableOptions,
): Promise<DurableMeasurements> {
  tell('starting a PostgreSQL of its own');
  using cluster = await openCluster();
  if (!cluster) tell('PostgreSQL is not installed: it is SKIPPED. Debian: apt-get install postgresql');
  tell(`${plan.pace.rounds} rounds of submits and polls by store, beside pgbench`);
  const speed = await measureSpeed({ cluster, generator, pace: plan.pace });
  tell(`${plan.chat.streams} chat streams`);
  const chat = await measureChatStreams(plan.chat.streams, plan.chat.seconds);
  tell(`${plan.largeSubmits} large submissions, of data URIs and of references`);
  const largeSubmits = await measureLargeSubmits(plan.largeSubmits);
  tell(`${plan.callbacks} tasks with a callback by store`);
  await using backlog = await openBacklog(cluster, plan.callbacks);
  tell(`polls among ${plan.polls.sizes.join(' and ')} tasks, while those fall due`);
  const pollCosts = await measurePollCost({ cluster, ...plan.polls });
  tell('their callbacks');
  const callbacks = await backlog.drain();
  tell(`a soak of ${plan.soakSubmits} submits`);
  const soak = await measureSoak(generator, plan.soakSubmits);
  const postgresVersion = cluster?.version;
  return { machine, postgresVersion, speed, callbacks, chat, pollCosts, soak, largeSubmits };
}
