import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Form, Generator, Outcome, Result } from './generator.ts';
import { generators } from './generators.ts';
import { hasWords, mergeRows, type Row, replacePart, toCommands, toTable } from './page.ts';
import { COLUMNS, failures, toRows } from './report.ts';
import { tryGenerator } from './try-generator.ts';
import { openWire } from './wire.ts';

const USAGE = `npm run check:generators -- [options]

Runs SDK generators with their default commands on the SDK profile, one after the other, each in a temporary folder:
generates and compiles a client, and runs a small program that lists the models, submits and polls a task, and asks a
question, against a mock on a free port; then the same with responses that contain fields unknown to the client.
Downloads the generators and the dependencies of their clients (a few gigabytes the first time; Rust takes longest).
Missing toolchains (java and mvn, go, python3, cargo) are reported but are not failures. Exits with 1 when a generator fails.

  --only WORDS   only generators whose names contain all these words, as in --only rust
  --form FORM    only this form of the profile: 3.1, 3.0 or flat
  --cache DIR    folder for downloaded tools (default: gatewright-generators in the temporary folder)
  --keep         keep the folders of the clients
  --write        write the rows of this run, and all commands, to docs/sdk-generators.md
  --help         show this text
`;

const page = fileURLToPath(new URL('../../docs/sdk-generators.md', import.meta.url));

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    form: { type: 'string', default: '' },
    cache: { type: 'string', default: join(tmpdir(), 'gatewright-generators') },
    keep: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(USAGE);
else await main();

async function main(): Promise<void> {
  const { only, form: wantedForm, cache, keep, write } = values;
  const chosen = generators.filter(({ name }) => hasWords(name, only));
  const refusal = refuse(chosen);
  if (refusal !== undefined) {
    tell(refusal);
    process.exitCode = 1;
    return;
  }
  await mkdir(cache, { recursive: true });
  await using wire = await openWire();
  const outcomes: Outcome[] = [];
  for (const generator of chosen) {
    const results: Partial<Record<Form, Result>> = {};
    for (const form of generator.reads.filter((name) => wantedForm === '' || name === wantedForm)) {
      tell(`${generator.name} ${generator.version} on ${form}`);
      results[form] = await tryGenerator(generator, form, { cache, wire, keep, tell });
      tell(describe(results[form]));
    }
    outcomes.push({ generator, results });
  }
  const rows = toRows(outcomes);
  process.stdout.write(`\n${toTable(COLUMNS, rows)}\n`);
  for (const failure of failures(outcomes)) {
    tell(failure);
    process.exitCode = 1;
  }
  if (write) await writeRows(rows);
}

async function writeRows(rows: readonly Row[]): Promise<void> {
  const before = await readFile(page, 'utf8');
  const names = generators.map(({ name }) => name);
  const all = mergeRows(before, { part: 'generators', rows, names });
  const after = replacePart(before, { part: 'generators', text: toTable(COLUMNS, all) });
  await writeFile(page, replacePart(after, { part: 'generator commands', text: toCommands(generators) }));
}

function refuse(chosen: readonly Generator[]): string | undefined {
  const names = generators.map(({ name }) => name).join('\n  ');
  if (chosen.length === 0) return `no generator has the words "${values.only}" in its name:\n  ${names}`;
  if (values.write && values.form !== '') return '--write needs the results of every form: leave --form out.';
  return undefined;
}

function describe(result: Result): string {
  if (result.reached === 'not here') return `not here: ${result.missing}`;
  return result.reached === 'fails' ? `FAILS: ${result.step}: ${result.reason}` : result.reached;
}

function tell(text: string): void {
  process.stderr.write(`generators: ${text}\n`);
}

// When interrupted, it ends the commands that it runs: they exit with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
