import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Exclusion, judgeReport, readExclusions } from './exclusions.ts';
import { DOCUMENT, startPrismMock } from './prism.ts';
import { runConform } from './run-conform.ts';
import type { Finding, Setting, Witness } from './witness.ts';

const TARGET = join(import.meta.dirname, 'prism-mock-target.yaml');
const MODELS = join(import.meta.dirname, '../../../generated/conformance-models.json');
/** Where the document has its first example of a list of models. */
const EXAMPLE = [
  ...['paths', '/v1/models', 'get', 'responses', '200', 'content'],
  ...['application/json', 'examples', 'base', 'value'],
];
const DATA = join(import.meta.dirname, 'prism-mock.yaml');

/** The cases that a stateless mock can pass, against Prism's own mock of the document: it knows nothing of this gateway. */
export const prismMock: Witness = { name: "cases against Prism's own mock", run };

async function run({ folder }: Setting): Promise<Finding> {
  const { not_run: notRun } = parse(await readFile(DATA, 'utf8')) as {
    readonly not_run: readonly Exclusion[];
  };
  const skipped = notRun.flatMap(({ cases }) => cases);
  const document = join(folder, 'openapi.json');
  await writeFile(document, JSON.stringify(await listAllModels()));
  await using prism = await startPrismMock(document);
  const skip = skipped.flatMap((id) => ['--skip', id]);
  const report = await runConform(folder, [prism.baseUrl, '--target', TARGET, '--profile', 'core', ...skip]);
  const { passed, faults, leftOut } = judgeReport(report, await readExclusions(DATA));
  return {
    looked: `${passed} of ${report.cases.length} cases`,
    faults: passed === 0 ? ['No case passes', ...faults] : faults,
    leftOut: { ...leftOut, ...Object.fromEntries(notRun.map(({ reason, cases }) => [reason, cases.length])) },
  };
}

type Members = Record<string, unknown>;

/**
 * The bundled document, whose example of a list has every model instead of one: cases of models that a target does not list prove
 * nothing. The rest is as published.
 */
async function listAllModels(): Promise<Members> {
  const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as Members;
  const { models } = JSON.parse(await readFile(MODELS, 'utf8')) as {
    readonly models: readonly { readonly id: string }[];
  };
  const list = EXAMPLE.reduce((place, name) => place[name] as Members, document); // a wrong path throws
  const [entry] = list.data as readonly Members[];
  list.data = models.map(({ id }) => ({ ...entry, id }));
  return document;
}
