import type { Scenario } from '../scenario.ts';

const TIMES = { long: 6, short: 2 };

/** Processes that are killed or signalled to stop, while clients submit. */
export const processFaults: readonly Scenario[] = [
  {
    name: 'kill -9 of the process',
    database: 'SQLite',
    processes: 1,
    isShort: true,
    times: TIMES,
    strike: ({ site }) => site.replace(0, 'SIGKILL'),
  },
  {
    name: 'kill -9 of one of two processes',
    database: 'PostgreSQL',
    processes: 2,
    isShort: true,
    times: TIMES,
    strike: ({ site }) => site.replace(anyOf(site.services().length), 'SIGKILL'),
  },
  {
    name: 'SIGTERM of the process, then a new one',
    database: 'SQLite',
    processes: 1,
    times: { long: 3, short: 1 },
    strike: ({ site }) => site.replace(0, 'SIGTERM'),
  },
  {
    name: 'SIGTERM of one of two processes, then a new one',
    database: 'PostgreSQL',
    processes: 2,
    times: { long: 3, short: 1 },
    strike: ({ site }) => site.replace(anyOf(site.services().length), 'SIGTERM'),
  },
];

function anyOf(count: number): number {
  return Math.floor(Math.random() * count);
}
