import { expect, test } from 'vitest';
import { toHtmlPage } from '../../../scripts/emit/conformance/html-page.ts';
import { toMarkdownPage } from '../../../scripts/emit/conformance/markdown-page.ts';
import { readTraceability, type TracedArea } from '../../../scripts/emit/conformance/traceability.ts';
import { createSampleSuite } from '../conformance/sample-suite.ts';

const areas: readonly TracedArea[] = [
  {
    area: 'POT',
    title: 'Pots',
    requirements: [
      {
        id: 'GW-POT-001',
        level: 'MUST',
        section: '1.2',
        statement: 'A pot with `lid|handle` pours at <b>once</b>.',
        cases: ['pot.pours', 'pot.steams'],
        untestable: undefined,
      },
      {
        id: 'GW-POT-002',
        level: 'MUST',
        section: '1.10',
        statement: 'A pot is pretty.',
        cases: [],
        untestable: 'tastes differ',
      },
      {
        id: 'GW-POT-003',
        level: 'CHOICE',
        section: '1.2',
        statement: 'A pot is iron.',
        cases: [],
        untestable: undefined,
      },
    ],
  },
];

test('the page has a table for each area, and a summary by level', () => {
  const page = toMarkdownPage(areas);
  expect(page).toContain(`| MUST | 2 | 1 | 1 | 0 |
| SHOULD | 0 | 0 | 0 | 0 |
| CHOICE | 1 | 0 | 0 | 1 |
`);
  expect(page).toContain(`## POT: Pots

| requirement | level | section | statement | checked by |
| --- | --- | --- | --- | --- |
| GW-POT-001 | MUST | 1.2 | A pot with ${'`lid\\|handle`'} pours at &lt;b>once&lt;/b>. | ${'`pot.pours`, `pot.steams`'} |
| GW-POT-002 | MUST | 1.10 | A pot is pretty. | untestable: tastes differ |
| GW-POT-003 | CHOICE | 1.2 | A pot is iron. |  |
`);
});

test('the HTML file escapes texts, links each id and loads nothing', () => {
  const page = toHtmlPage(areas);
  expect(page).toContain(
    '<tr id="GW-POT-001" data-level="MUST" data-area="POT" data-section="1.2" data-proof="covered"><td class="id"><a href="#GW-POT-001">GW-POT-001</a></td>',
  );
  expect(page).toContain('A pot with <code>lid|handle</code> pours at &lt;b&gt;once&lt;/b&gt;.');
  expect(page).toContain('data-proof="untestable"');
  expect(page).toContain('data-proof="open"');
  expect(page).toContain('<option value="1.2">1.2</option><option value="1.10">1.10</option>');
  expect(page).not.toMatch(/https?:|src=|@import/);
});

test('areas come in the order of their list, with what verifies each requirement', async () => {
  await using suite = await createSampleSuite();
  expect(await readTraceability(suite.root)).toEqual([]);
  await suite.write('conformance/areas.yaml', 'POT: Pots\n');
  expect((await readTraceability(suite.root)).map(({ area, title }) => [area, title])).toEqual([
    ['POT', 'Pots'],
    ['CUP', ''],
  ]);
  await suite.write('conformance/areas.yaml', 'POT: Pots\nMUG: Mugs\nCUP: Cups\n');
  const read = await readTraceability(suite.root);
  expect(
    read.map(({ area, title, requirements }) => [area, title, requirements.map(({ id }) => id)]),
  ).toEqual([
    ['POT', 'Pots', ['GW-POT-001', 'GW-POT-002', 'GW-POT-003']],
    ['CUP', 'Cups', ['GW-CUP-001']],
  ]);
  expect(read[0]?.requirements[0]?.cases).toEqual(['pot.pours']);
  expect(read[1]?.requirements[0]?.untestable).toBe('Nobody may look into the cup.');
});
