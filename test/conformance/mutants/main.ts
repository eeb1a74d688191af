import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { expandCases } from '../../../src/conformance/expand/expand.ts';
import { readSuite } from '../../../src/conformance/suite/read-suite.ts';
import { startMockServer } from '../../../src/node/mock-server.ts';
import { mutants } from './mutants.ts';
import { type Laboratory, runAgainst, runMutant, type Verdict } from './run-mutant.ts';
import { readKills, writeMatrix } from './write-matrix.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    part: { type: 'string' },
    without: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});
const chosen = mutants.filter(({ id }) => id.includes(values.only));

/** The tampering server buffers whole requests and responses: it declares no length without a body, and no client disconnects early. */
const OPAQUE = ['errors.too-long-announced', 'files.serving', 'usage.left-early'];

if (values.write && values.only !== '') {
  console.error('--write writes the page of all mutants: leave out --only.');
  process.exitCode = 2;
} else if (values.part !== undefined) await runPart(values.part);
else process.exitCode = await runAll();

async function openLaboratory(): Promise<Laboratory & { readonly close: () => Promise<void> }> {
  const mock = await startMockServer({ port: 0, host: '127.0.0.1' });
  if (mock.kind === 'failed') throw new Error(mock.message);
  const suite = await readSuite();
  const left = [...OPAQUE, ...values.without.split(',')];
  const cases = expandCases(suite).filter(({ id }) => !left.includes(id));
  return { suite, cases, gatewayUrl: mock.baseUrl, close: mock.close };
}

/** Runs every n-th mutant and reports each to the parent. */
async function runPart(part: string): Promise<void> {
  const [index = 0, count = 1] = part.split('/').map(Number);
  const laboratory = await openLaboratory();
  const kills = await readKills();
  for (const mutant of chosen.filter((_, at) => at % count === index))
    process.send?.(await runMutant(laboratory, mutant, kills[mutant.id]));
  await laboratory.close();
  process.exit(0);
}

async function runAll(): Promise<number> {
  const started = performance.now();
  const failing = await runUnchanged();
  const verdicts: Verdict[] = [];
  const count = Math.max(1, Math.min(4, availableParallelism()));
  await Promise.all(
    Array.from({ length: count }, (_, index) => runChild([`${index}/${count}`, failing.join(',')], verdicts)),
  );
  const survivors = verdicts.filter(({ killedBy }) => !killedBy);
  for (const { mutant } of survivors)
    console.log(`SURVIVED ${mutant}: ${chosen.find(({ id }) => id === mutant)?.title ?? ''}`);
  const missing = chosen.length - verdicts.length;
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `${chosen.length} mutants, ${survivors.length} survived, ${missing} did not finish, ${seconds} s`,
  );
  if (values.write) await writeMatrix(verdicts);
  return survivors.length + missing + failing.length === 0 ? 0 : 1;
}

/** The cases that fail without a fault: they prove nothing. If one mutant is selected, nothing is run beforehand. */
async function runUnchanged(): Promise<readonly string[]> {
  if (values.only !== '') return [];
  const laboratory = await openLaboratory();
  const results = await runAgainst(laboratory, {});
  await laboratory.close();
  const failing = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'error');
  for (const { id, checks } of failing)
    console.log(
      `Without a fault ${id} fails: ${checks.find(({ outcome }) => outcome !== 'passed')?.actual ?? ''}`,
    );
  console.log(`${results.length} cases on the unchanged gateway, ${failing.length} failed`);
  return failing.map(({ id }) => id);
}

function runChild([part = '', without = '']: readonly string[], verdicts: Verdict[]): Promise<void> {
  return new Promise((resolve) => {
    const child = fork(import.meta.filename, [
      '--part',
      part,
      '--without',
      without,
      ...(values.only ? ['--only', values.only] : []),
    ]);
    child.on('message', (message) => {
      const verdict = message as Verdict; // what this program sent
      verdicts.push(verdict);
      const { mutant, killedBy, ran, tookMs } = verdict;
      const by = killedBy ? `killed by ${killedBy.case} (${killedBy.requirement})` : 'SURVIVED';
      console.log(`${mutant}: ${by}, ${ran} cases, ${(tookMs / 1000).toFixed(1)} s`);
    });
    child.on('exit', () => resolve());
  });
}
