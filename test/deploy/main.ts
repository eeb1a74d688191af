import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { installPython, pythonEnvironment } from '../support/python-package.ts';
import { type Check, checks, root } from './checks.ts';

const run = promisify(execFile);

const USAGE = `npm run check:deploy -- [--only WORDS]

Lets linters and published schemas check the workflows, the Containerfile, the compose file and the Kubernetes manifests.
The tools are Python packages, which are installed once. Exits with 1 when one of them finds a fault or cannot be installed.
`;

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, help: { type: 'boolean', default: false } },
});
if (values.help) process.stdout.write(USAGE);
else process.exitCode = await main();

async function main(): Promise<number> {
  const chosen = checks.filter(({ name }) => name.includes(values.only));
  await Promise.all([...new Set(chosen.map(({ from }) => from))].map((from) => installPython(from)));
  const faults = await Promise.all(chosen.map(faultOf));
  for (const [at, { name }] of chosen.entries())
    process.stdout.write(`${name}: ${faults[at] === undefined ? 'passed' : `FAULTS\n${faults[at]}`}\n`);
  return chosen.length === 0 || faults.some((fault) => fault !== undefined) ? 1 : 0;
}

/** What a tool says against its files; nothing when it accepts them. */
async function faultOf({ from, runs, args }: Check): Promise<string | undefined> {
  const installed = await installPython(from);
  if ('reason' in installed) return installed.reason;
  const [command, first] =
    'module' in runs ? ['python3', ['-m', runs.module]] : [join(installed.packages, 'bin', runs.program), []];
  const env = { ...pythonEnvironment(installed.packages), HOME: process.env.HOME };
  return run(command, [...first, ...args], { cwd: root, env }).then(
    () => undefined,
    ({ message, stdout = '', stderr = '' }: Failure) => stdout + stderr || message,
  );
}

interface Failure {
  readonly message: string;
  readonly stdout?: string;
  readonly stderr?: string;
}
