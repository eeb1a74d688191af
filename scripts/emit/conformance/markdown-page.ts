import { countTraced, type TracedArea, type TracedRequirement } from './traceability.ts';

const LEVELS = ['MUST', 'SHOULD', 'CHOICE'] as const;

/** The traceability table as Markdown: a summary, then one table per area. */
export function toMarkdownPage(areas: readonly TracedArea[]): string {
  const all = areas.flatMap(({ requirements }) => requirements);
  return `# What the conformance suite requires

For people who build a gateway, and for those who want to know what the suite proves: the traceability table from the sections of the
[specification](specification.md) to the cases of the suite.

${all.length} statements about a gateway, and the [cases](../conformance/README.md) that check them. MUST is what the specification states, SHOULD
its advice, CHOICE what this project does where it is silent. \`gatewright explain ID\` shows the cases of one as curl commands. The same table with
filters: [\`generated/conformance-requirements.html\`](../generated/conformance-requirements.html).

${toSummary(all)}
${areas.map(toArea).join('\n')}`;
}

function toSummary(all: readonly TracedRequirement[]): string {
  const rows = LEVELS.map((level) => {
    const { all: number, covered, untestable, open } = countTraced(all.filter((one) => one.level === level));
    return `| ${level} | ${number} | ${covered} | ${untestable} | ${open} |\n`;
  });
  return `| level | statements | checked by a case | untestable | without a case |\n| --- | ---: | ---: | ---: | ---: |\n${rows.join('')}`;
}

function toArea({ area, title, requirements }: TracedArea): string {
  const head =
    '| requirement | level | section | statement | checked by |\n| --- | --- | --- | --- | --- |\n';
  return `## ${area}: ${title}\n\n${head}${requirements.map(toRow).join('')}`;
}

function toRow({ id, level, section, statement, cases, untestable }: TracedRequirement): string {
  const proof =
    untestable === undefined ? cases.map((one) => `\`${one}\``).join(', ') : `untestable: ${untestable}`;
  return `| ${[id, level, section, escapeCell(statement), escapeCell(proof)].join(' | ')} |\n`;
}

/** Escapes what would end the cell or begin a tag. */
function escapeCell(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;')))
    .join('')
    .replaceAll('|', String.raw`\|`);
}
