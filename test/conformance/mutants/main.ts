import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { expandCases } from '../../../src/conformance/run/expand.ts';
import { readSuite } from '../../../src/conformance/suite/read-suite.ts';
import { startMockServer } from '../../../src/node/mock-server.ts';
import { mutants } from './mutants.ts';
import { type Laboratory, runMutant, type Verdict } from './run-mutant.ts';
import type { Mutant } from './tampering.ts';
import { writeMatrix } from './write-matrix.ts';

const UNCHANGED: Mutant = { id: 'none', title: 'No fault.', areas: [], tampering: {} };

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    part: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const chosen = mutants.filter(({ id }) => id.includes(values.only));

if (values.part !== undefined) await runPart(values.part);
else process.exitCode = await runAll();

/** Runs every second (third ...) mutant and reports each to the parent. */
async function runPart(part: string): Promise<void> {
  const [index = 0, count = 1] = part.split('/').map(Number);
  const mock = await startMockServer({ port: 0, host: '127.0.0.1' });
  if (mock.kind === 'failed') throw new Error(mock.message);
  const suite = await readSuite();
  const laboratory: Laboratory = { suite, cases: expandCases(suite), gatewayUrl: mock.baseUrl };
  const own = [
    ...(index === 0 && values.only === '' ? [UNCHANGED] : []),
    ...chosen.filter((_, at) => at % count === index),
  ];
  for (const mutant of own) process.send?.(await runMutant(laboratory, mutant));
  await mock.close();
  process.exit(0);
}

async function runAll(): Promise<number> {
  const started = performance.now();
  const verdicts: Verdict[] = [];
  const count = Math.max(1, Math.min(4, availableParallelism()));
  await Promise.all(Array.from({ length: count }, (_, index) => runChild(`${index}/${count}`, verdicts)));
  const survivors = verdicts.filter(({ killedBy, mutant }) => !killedBy && mutant !== 'none');
  const unchanged = verdicts.find(({ mutant }) => mutant === 'none');
  if (unchanged?.killedBy)
    console.log(`The unchanged gateway fails ${unchanged.killedBy.case}: ${unchanged.killedBy.actual}`);
  for (const { mutant } of survivors)
    console.log(`SURVIVED ${mutant}: ${chosen.find(({ id }) => id === mutant)?.title ?? ''}`);
  const missing = chosen.length + (values.only === '' ? 1 : 0) - verdicts.length;
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `${chosen.length} mutants, ${survivors.length} survived, ${missing} did not finish, ${seconds} s`,
  );
  if (values.write) await writeMatrix(verdicts);
  return survivors.length === 0 && missing === 0 && !unchanged?.killedBy ? 0 : 1;
}

function runChild(part: string, verdicts: Verdict[]): Promise<void> {
  return new Promise((resolve) => {
    const child = fork(import.meta.filename, [
      '--part',
      part,
      ...(values.only ? ['--only', values.only] : []),
    ]);
    child.on('message', (message) => {
      const verdict = message as Verdict; // what this program sent
      verdicts.push(verdict);
      const { mutant, killedBy, ran, tookMs } = verdict;
      const by = killedBy
        ? `killed by ${killedBy.case} (${killedBy.requirement})`
        : mutant === 'none'
          ? 'passed'
          : 'SURVIVED';
      console.log(`${mutant}: ${by}, ${ran} cases, ${(tookMs / 1000).toFixed(1)} s`);
    });
    child.on('exit', () => resolve());
  });
}
