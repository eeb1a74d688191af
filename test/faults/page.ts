const BEGIN = '<!-- begin of the table that `npm run faults -- --write` writes -->';
const END = '<!-- end of the table -->';

/** The page with its table replaced; throws where the page has no place for one. */
export function replaceTable(page: string, table: string, machine: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error('docs/reliability.md has no place for the table.');
  return `${before}${BEGIN}\n\nOne run on ${machine}:\n\n${table}\n\n${END}${after}`;
}
