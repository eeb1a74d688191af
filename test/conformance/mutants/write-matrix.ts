import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toTable } from '../../support/markdown-table.ts';
import { mutants } from './mutants.ts';
import type { Verdict } from './run-mutant.ts';

const KILLS = join(import.meta.dirname, 'kills.json');
const PAGE = join(import.meta.dirname, '../../../docs/conformance-mutants.md');

const HEAD = `# Which faults the suite catches

For those who rely on the suite, and want to know what it would miss.

Deliberately broken gateways (mutants): each is the mock of this package with one fault, injected by a proxy between it and the suite.
A fault against the specification must be caught by a check of a MUST; a fault in a choice of the contract, on which the specification
is silent, by a check of a CHOICE. Written by \`npm run mutants -- --write\`.

`;

/** The case that caught each mutant in the run that wrote the page: it runs first next time. */
export async function readKills(): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(KILLS, 'utf8')) as Record<string, string>;
}

/** Writes the page with every mutant and the case that caught it, and the same as data. */
export async function writeMatrix(verdicts: readonly Verdict[]): Promise<void> {
  const byId = new Map(verdicts.map((verdict) => [verdict.mutant, verdict]));
  const rows = mutants.map(({ id, title, level }) => {
    const killed = byId.get(id)?.killedBy;
    return [
      `\`${id}\``,
      title,
      killed ? `\`${killed.case}\`` : '**nobody**',
      `${killed?.requirement ?? ''}${level ? ' (CHOICE)' : ''}`,
    ];
  });
  const survivors = rows.filter(([, , by]) => by === '**nobody**').length;
  const kills = verdicts.flatMap(({ mutant, killedBy }) =>
    killedBy ? [[mutant, killedBy.case] as const] : [],
  );
  kills.sort(([left], [right]) => (left < right ? -1 : 1));
  await writeFile(KILLS, `${JSON.stringify(Object.fromEntries(kills), null, 2)}\n`);
  const summary = `${mutants.length} mutants; ${survivors === 0 ? 'none' : survivors} survive.\n\n`;
  await writeFile(
    PAGE,
    `${HEAD}${summary}${toTable([['mutant', 'fault', 'caught by', 'requirement'], ...rows])}`,
  );
}
