import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { behindPrism } from './behind-prism.ts';
import { prismMock } from './prism-mock.ts';
import { schemathesis } from './schemathesis.ts';
import type { Finding, Witness } from './witness.ts';
import { workflows } from './workflows.ts';

const USAGE = `npm run witnesses -- [--only WORDS]

Lets tools of others look at the gateway and its documents. Exits with 1 when one of them finds a fault.
`;

const witnesses: readonly Witness[] = [behindPrism, prismMock, workflows, schemathesis];
const MOST_FAULTS = 20;

interface Row extends Finding {
  readonly name: string;
  readonly seconds: number;
}

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, help: { type: 'boolean', default: false } },
});
if (values.help) process.stdout.write(USAGE);
else process.exitCode = await main();

async function main(): Promise<number> {
  const chosen = witnesses.filter(({ name }) => name.includes(values.only));
  const rows: Row[] = [];
  for (const witness of chosen) {
    const row = await hear(witness);
    rows.push(row);
    tellRow(row);
  }
  process.stdout.write(`\n${toTable(rows)}`);
  return rows.length === 0 || rows.some(({ faults }) => faults.length > 0) ? 1 : 0;
}

async function hear({ name, run }: Witness): Promise<Row> {
  process.stdout.write(`\n== ${name}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-witness-'));
  const started = performance.now();
  const toRow = (finding: Finding): Row => ({
    ...finding,
    name,
    seconds: Math.round((performance.now() - started) / 1000),
  });
  try {
    return toRow(await run({ folder, tell: (text) => process.stdout.write(`${text}\n`) }));
  } catch (error) {
    return toRow({ looked: '-', faults: [error instanceof Error ? error.message : String(error)] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function tellRow({ faults, leftOut = {}, skipped }: Row): void {
  const lines = faults.slice(0, MOST_FAULTS).map((fault) => `FAULT ${fault}`);
  if (faults.length > MOST_FAULTS) lines.push(`and ${faults.length - MOST_FAULTS} more`);
  for (const [reason, count] of Object.entries(leftOut)) lines.push(`left out ${count}: ${reason}`);
  if (skipped !== undefined) lines.push(`SKIPPED: ${skipped}`);
  for (const line of lines) process.stdout.write(`${line}\n`);
}

function toTable(rows: readonly Row[]): string {
  const cells = [
    ['witness', 'looked at', 'result', 'seconds'],
    ...rows.map(({ name, looked, faults, skipped, seconds }) => [
      name,
      looked,
      faults.length > 0 ? `FAULTS: ${faults.length}` : skipped === undefined ? 'no fault' : 'SKIPPED',
      String(seconds),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const toLine = (row: readonly string[]): string =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return `${cells.map(toLine).join('\n')}\n`;
}

// When interrupted, it ends the processes that it started: they exit with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
