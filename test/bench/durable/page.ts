import type { DurableMeasurements } from './report.ts';
import { POLL_PACE } from './speed.ts';
import type { DurablePlan } from './suite.ts';
import { toDurableTables } from './tables.ts';

const TITLE = '## How fast the durable gateway is';

/** The second part of `docs/bench.md`, from one run. */
export function toDurablePart(
  measurements: DurableMeasurements,
  plan: DurablePlan,
  isQuick: boolean,
): string {
  const { rounds, seconds, warmUpSeconds } = plan.pace;
  const caution = isQuick
    ? '\n**A quick run: one short round on a machine that others were using. It shows that everything works, not how fast.**\n'
    : '';
  return `${TITLE}

<!-- Written by \`npm run bench -- --write\`, or by \`npm run bench -- --durable --write\` alone: do not edit. -->
${caution}
${toDurableTables(measurements)}

## How the durable gateway is measured

- **Submits and polls**: ${rounds === 1 ? 'one round' : `${rounds} rounds`}; in each, \`gatewright mock\` (memory), \`gatewright serve --data\` (SQLite) and \`gatewright serve\` on
  PostgreSQL start with an empty store, and answer polls of one task for ${POLL_PACE.seconds} s (after a ${POLL_PACE.warmUpSeconds} s warm-up), then submissions for ${seconds} s
  (after ${warmUpSeconds} s).
  One account pays for all. A task takes ten seconds, so that none ends while it is measured: the figure is that of accepting. Logs are written as
  usual and discarded.
- **pgbench** runs \`-N\` (one update, one read, one insert a transaction) on the same server with as many clients, at scale 10, in the same
  rounds. Its p50 column is the mean: pgbench reports no median. A submission writes four tables and the queue; submissions that arrive together share a transaction.
- **raw SQLite** inserts one row of 1 kB a transaction into a new database with the gateway's settings, in the same rounds.
- **Callbacks**: ${plan.callbacks} tasks with a callback to each of eight local addresses in turn are accepted, and the process is suspended until all of them
  are due, then resumed. The time until the last one has arrived is measured: it covers ending tasks, settling money, signing, sending and recording.
- **Chat streams**: the mock sends an event every 50 ms to each stream. The lag of an event is what its gap to the one before is longer than that,
  seen by a client in another process on the same machine.
- **Large submits**: \`gatewright serve\` on SQLite is polled every 4 ms, from a separate thread, while nothing else happens; while one
  submission of ten data URIs after another is sent; and while one of ten references is. Each poll is sent when its time has come, however
  late those before it are, and its time counts from there. Sender, pictures and polls share the machine with the gateway.
- **Cost of a poll**: p50 of reading one finished task through the store, in this process, among so many stored tasks; databases take turns.
- **Memory**: submits without a break to a mock with \`--keep-tasks 1000 --speed 100\`.

## Run the durable part again

\`\`\`
npm run bench -- --durable           # about two minutes
npm run bench -- --durable --quick   # one short round
npm run bench -- --durable --full    # polls among a million tasks as well, and a soak of a million submits
npm run bench -- --durable --write   # this part of the page
\`\`\`

PostgreSQL comes from Debian's package \`postgresql\`; where it is not installed, it is skipped, and the run says so.
`;
}

/** A page with its durable part replaced, or added if it has none. */
export function replaceDurablePart(page: string, part: string): string {
  const at = page.indexOf(`\n${TITLE}`);
  return `${(at < 0 ? page : page.slice(0, at)).trimEnd()}\n\n${part}`;
}
