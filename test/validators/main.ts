import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hasWords, mergeRows, type Row, replacePart, toCommands, toTable } from '../generators/page.ts';
import { COLUMNS, toCell, toRows } from './report.ts';
import { tryValidator } from './try-validator.ts';
import type { ValidatorOutcome } from './validator.ts';
import { validators } from './validators.ts';

const USAGE = `npm run check:validators -- [options]

Runs validators of other projects on every OpenAPI document in generated/, one after the other, with all their rules
and no configuration. Each must accept the documents and reject a broken copy. Downloads the validators, some hundred
megabytes the first time. Missing toolchains (java and mvn, go, python3) are reported but are not failures. Exits with 1
when a validator reports a problem.

  --only WORDS   only validators whose names contain all these words
  --cache DIR    folder for downloaded tools (default: gatewright-generators in the temporary folder)
  --write        write the table and the commands to docs/sdk-generators.md
  --help         show this text
`;

const page = fileURLToPath(new URL('../../docs/sdk-generators.md', import.meta.url));

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    cache: { type: 'string', default: join(tmpdir(), 'gatewright-generators') },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(USAGE);
else await main();

async function main(): Promise<void> {
  const { only, cache, write } = values;
  await mkdir(cache, { recursive: true });
  const outcomes: ValidatorOutcome[] = [];
  for (const validator of validators.filter(({ name }) => hasWords(name, only))) {
    tell(`${validator.name} ${validator.version}`);
    const findings = await tryValidator(validator, { cache, tell });
    outcomes.push({ validator, findings });
    for (const [title, finding] of Object.entries(findings)) {
      tell(`${title}: ${toCell(finding)}`);
      if (finding.found !== 'problems') continue;
      tell(`${finding.file}: ${finding.report}`);
      process.exitCode = 1;
    }
  }
  const rows = toRows(outcomes);
  process.stdout.write(`\n${toTable(COLUMNS, rows)}\n`);
  if (write) await writeRows(rows);
}

async function writeRows(rows: readonly Row[]): Promise<void> {
  const before = await readFile(page, 'utf8');
  const names = validators.map(({ name }) => name);
  const all = mergeRows(before, { part: 'validators', rows, names });
  const after = replacePart(before, { part: 'validators', text: toTable(COLUMNS, all) });
  await writeFile(page, replacePart(after, { part: 'validator commands', text: toCommands(validators) }));
}

function tell(text: string): void {
  process.stderr.write(`validators: ${text}\n`);
}

// When interrupted, it ends the commands that it runs: they exit with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
