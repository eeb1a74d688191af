import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { databaseFaults } from './faults/database-faults.ts';
import { diskFaults } from './faults/disk-faults.ts';
import { bodyFaults } from './faults/hostile-bodies.ts';
import { processFaults } from './faults/process-faults.ts';
import { receiverFaults } from './faults/receiver-faults.ts';
import { obstacleTo } from './ground.ts';
import { replaceTable } from './page.ts';
import { brokenPromises, toTable } from './report.ts';
import { type Outcome, runScenario } from './run-scenario.ts';

const USAGE = `npm run faults -- [options]

Disturbs the durable gateway under load, and counts what was lost. Ends with 1 when a promise was broken.

  --short      only a few of the faults; about ninety seconds
  --only TEXT  only faults whose name or database contains this text
  --write      write the table to docs/reliability.md
  --help       show this text
`;

const page = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));
const everything = [...processFaults, ...databaseFaults, ...diskFaults, ...receiverFaults, ...bodyFaults];

const { short, only, write, help } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
}).values;

if (help) process.stdout.write(USAGE);
else await main();

async function main(): Promise<void> {
  const wanted = everything.filter(
    ({ name, database, isShort }) => (!short || isShort) && `${name} ${database}`.includes(only),
  );
  const outcomes: Outcome[] = [];
  const broken: string[] = [];
  for (const [index, scenario] of wanted.entries()) {
    const title = `${index + 1} of ${wanted.length}: ${scenario.name} (${scenario.database})`;
    const obstacle = obstacleTo(scenario);
    if (obstacle) {
      tell(`${title}: SKIPPED, ${obstacle}`);
      if (process.env.CI) broken.push(`${title}: ${obstacle}`);
      continue;
    }
    tell(title);
    try {
      outcomes.push(await runScenario(scenario, short ? scenario.times.short : scenario.times.long));
    } catch (error) {
      broken.push(`${scenario.name} (${scenario.database}): ${String(error)}`);
      tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }
  process.stdout.write(`\n${toTable(outcomes)}\n`);
  broken.push(...brokenPromises(outcomes));
  for (const line of broken) process.stdout.write(`BROKEN: ${line}\n`);
  if (broken.length > 0) process.exitCode = 1;
  if (write)
    await writeFile(page, replaceTable(await readFile(page, 'utf8'), toTable(outcomes), describeMachine()));
}

function describeMachine(): string {
  return `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}`;
}

function tell(text: string): void {
  process.stderr.write(`faults: ${text}\n`);
}

// An interrupted campaign ends its processes: they exit with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
