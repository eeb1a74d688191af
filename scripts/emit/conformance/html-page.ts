import { FILTER_SCRIPT, TABLE_STYLE } from './html-assets.ts';
import { countTraced, type TracedArea, type TracedRequirement } from './traceability.ts';

/** The traceability table as one HTML file: no other file, no network, filters by level, area, section and text. */
export function toHtmlPage(areas: readonly TracedArea[]): string {
  const all = areas.flatMap(({ requirements }) => requirements);
  const { covered, untestable, open } = countTraced(all);
  const sections = [...new Set(all.map(({ section }) => section))].sort((left, right) =>
    left.localeCompare(right, 'en', { numeric: true }),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Requirements of the conformance suite</title>
<style>${TABLE_STYLE}</style>
</head>
<body>
<main>
<h1>What the conformance suite requires</h1>
<p class="intro">${all.length} statements about a gateway. <b>MUST</b> is what the specification states, <b>SHOULD</b> its advice, <b>CHOICE</b>
what this project does where the specification is silent. ${covered} are checked by a case, ${untestable} cannot be checked from outside, ${open} have
no case.</p>
<form id="filter" role="search">
${toSelect(
  'level',
  'Level',
  ['MUST', 'SHOULD', 'CHOICE'].map((level) => [level, level]),
)}
${toSelect(
  'area',
  'Area',
  areas.map(({ area, title }) => [area, `${area}: ${title}`]),
)}
${toSelect(
  'section',
  'Section',
  sections.map((section) => [section, section]),
)}
${toSelect('proof', 'Proof', PROOFS)}
<label class="text">Text <input type="search" name="text" placeholder="id, words, case"></label>
<output id="count" aria-live="polite">${all.length} of ${all.length}</output>
</form>
<table>
<thead><tr><th scope="col">Requirement</th><th scope="col">Level</th><th scope="col">Section</th><th scope="col">Statement</th><th scope="col">Checked by</th></tr></thead>
${areas.map(toBody).join('')}</table>
<p id="none" hidden>No requirement fits these filters.</p>
</main>
<script>${FILTER_SCRIPT}</script>
</body>
</html>
`;
}

const PROOFS: readonly (readonly [string, string])[] = [
  ['covered', 'checked by a case'],
  ['untestable', 'untestable'],
  ['open', 'without a case'],
];

function toSelect(name: string, label: string, options: readonly (readonly string[])[]): string {
  const listed = options.map(
    ([value = '', text = '']) => `<option value="${escapeHtml(value)}">${escapeHtml(text)}</option>`,
  );
  return `<label>${label} <select name="${name}"><option value="">all</option>${listed.join('')}</select></label>`;
}

function toBody({ area, title, requirements }: TracedArea): string {
  const head = `<tr class="area"><th colspan="5" scope="rowgroup">${escapeHtml(area)} <span>${escapeHtml(title)}</span></th></tr>`;
  const rows = requirements.map((requirement) => toRow(requirement, area)).join('\n');
  return `<tbody>\n${head}\n${rows}\n</tbody>\n`;
}

function toRow(requirement: TracedRequirement, area: string): string {
  const { id, level, section, statement, cases, untestable } = requirement;
  const { covered, open } = countTraced([requirement]);
  const proof = covered > 0 ? 'covered' : open > 0 ? 'open' : 'untestable';
  const shown =
    untestable === undefined
      ? cases.map((one) => `<code>${escapeHtml(one)}</code>`).join(' ')
      : `<i>untestable: ${escapeHtml(untestable)}</i>`;
  const data = `data-level="${level}" data-area="${area}" data-section="${section}" data-proof="${proof}"`;
  return `<tr id="${id}" ${data}><td class="id"><a href="#${id}">${id}</a></td><td><span class="level ${level}">${level}</span></td><td data-label="section">${section}</td><td class="statement">${toCode(statement)}</td><td class="proof">${shown}</td></tr>`;
}

/** Text in backticks becomes code. */
function toCode(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
