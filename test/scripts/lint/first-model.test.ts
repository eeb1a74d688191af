import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findDataProblems } from '../../../scripts/contract/inspect.ts';
import { readLintSubject } from '../../../scripts/contract/lint/lint-subject.ts';
import { ContractError, toLine } from '../../../scripts/contract/problem.ts';
import { readSmallModels } from '../add-model/project-with-models.ts';
import { ROOT } from './broken-contract.ts';
import { defaultMistakes } from './default-mistakes.ts';
import { fieldMistakes } from './field-mistakes.ts';
import { mistakes } from './first-model-mistakes.ts';
import { keywordMistakes } from './keyword-mistakes.ts';
import { modelMistakes } from './model-mistakes.ts';
import { nameMistakes } from './name-mistakes.ts';
import { operationMistakes } from './operation-mistakes.ts';
import { vocabularyMistakes } from './vocabulary-mistakes.ts';

// The example of docs/adding-a-model.md with typical mistakes of people who copy it.
const FILE = 'schemas/models/Paper10.json';
const MODELS = 'schemas/models';
let root = '';
const small = await readSmallModels();
const { Paper10: example = '' } = small;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatewright-first-model-'));
  // The real policies and models would take most of the time.
  const filter = (file: string) => dirname(file) !== join(ROOT, MODELS);
  await cp(join(ROOT, 'schemas'), join(root, 'schemas'), { recursive: true, filter });
  await cp(join(import.meta.dirname, 'fixture/openapi'), join(root, 'openapi'), { recursive: true });
});

afterAll(() => rm(root, { recursive: true, force: true }));

/** Adds models of the contract for one test. */
async function addModels(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const file = join(MODELS, `${name}.json`);
    await cp(join(ROOT, file), join(root, file));
    onTestFinished(() => rm(join(root, file)));
  }
}

const namedIn = (lines: readonly string[]) =>
  lines.flatMap((line) => /schemas\/models\/(\w+)\.json/.exec(line)?.[1] ?? []);

async function complaintsAbout(text: string, file = FILE): Promise<readonly string[]> {
  await writeFile(join(root, file), text);
  try {
    return findDataProblems(await readLintSubject(root, {})).map(toLine);
  } catch (error) {
    if (error instanceof ContractError) return error.problems.map(toLine);
    throw error;
  } finally {
    await rm(join(root, file));
  }
}

test('the example has no problems', async () => {
  expect(await complaintsAbout(example)).toEqual([]);
});

test.each(mistakes)('reports %s once, where it is and what to write', async (_name, { from, to, want }) => {
  expect(example.split(from)).toHaveLength(2);
  await addModels(...namedIn(want));
  const complaints = await complaintsAbout(example.replace(from, to));
  expect(complaints).toEqual(want.map((line) => `${FILE}:${line}`));
});

test.each([
  ...modelMistakes,
  ...keywordMistakes,
  ...operationMistakes,
  ...nameMistakes,
  ...fieldMistakes,
  ...vocabularyMistakes,
])('reports %s', async (_name, { base = 'Paper10', from, to, want }) => {
  const text = small[base] ?? '';
  await addModels(...namedIn(want));
  expect(text.split(from)).toHaveLength(2);
  const complaints = await complaintsAbout(text.replace(from, to), `schemas/models/${base}.json`);
  expect(complaints).toEqual(want.map((line) => `schemas/models/${base}.json:${line}`));
});

test.each(defaultMistakes)('reports %s', async (_name, { base = 'Paper10', changes, want }) => {
  let text = small[base] ?? '';
  for (const [from, to] of changes) {
    expect(text.split(from)).toHaveLength(2);
    text = text.replace(from, to);
  }
  const complaints = await complaintsAbout(text, `schemas/models/${base}.json`);
  expect(complaints).toEqual(want.map((line) => `schemas/models/${base}.json:${line}`));
});

test('reports a rule id that is used twice before its example', async () => {
  const rule = /\{\s+"id": "short_prompt_in_2k"[^}]+\}/.exec(example)?.[0] ?? '';
  expect(await complaintsAbout(example.replace(rule, `${rule}, ${rule}`))).toEqual([
    `${FILE}:33:7: Rule id "short_prompt_in_2k" is used twice.`,
  ]);
});

test('reports a file without content as such', async () => {
  expect(await complaintsAbout('{}')).toEqual([`${FILE}:1:1: the object of the file is empty`]);
  expect(await complaintsAbout('')).toEqual([`${FILE}:1:1: the file is empty`]);
});

test('finds the line in a file with Windows line endings, or with tabs', async () => {
  const broken = example.replace('"maxLength"', '"maxLenght"');
  const message = 'properties.prompt: unknown keyword "maxLenght"; did you mean "maxLength"?';
  expect(await complaintsAbout(broken.replaceAll('\n', '\r\n'))).toEqual([`${FILE}:15:51: ${message}`]);
  expect(await complaintsAbout(broken.replaceAll('  ', '\t'))).toEqual([`${FILE}:15:49: ${message}`]);
});

test('reports a data file with two documents', async () => {
  const policies = join(root, 'openapi/policies.yaml');
  const text = await readFile(policies, 'utf8');
  await writeFile(policies, `${text}---\nmore: 1\n`);
  const complaints = await complaintsAbout(example);
  await writeFile(policies, text);
  const line = text.split('\n').length;
  expect(complaints).toEqual([
    `openapi/policies.yaml:${line}:1: the file holds a second document: remove "---" and what follows`,
  ]);
});

test('reports several errors at once, the most telling first', async () => {
  await addModels('Vxq3');
  const broken = example
    .replace('"rates"', '"rate"')
    .replace('"minLength"', '"minLenght"')
    .replace(', "3:2": "2432x1664"', '')
    .replace('"id": "paper-1.0"', '"id": "vxq3"');
  expect(await complaintsAbout(broken)).toEqual([
    `${FILE}:15:35: properties.prompt: unknown keyword "minLenght"; did you mean "minLength"?`,
    `${FILE}:25:34: x-prices: unknown keyword "rate"; did you mean "rates"?`,
    `${FILE}:6:5: The id "vxq3" is taken by schemas/models/Vxq3.json: choose another.`,
    `${FILE}:22:7: 2K has no size for 3:2, which 1K has: add "3:2": "<width>x<height>".`,
  ]);
});

test('an id that an older file has is reported once, at the file that took it', async () => {
  await writeFile(join(root, FILE), example);
  const taking = (small.Collage10 ?? '').replace('"id": "collage-1.0",', '"id": "paper-1.0",');
  const text = taking.replace('    "spellings": ["collage-1.0", "acme/collage"],\n', '');
  expect(await complaintsAbout(text, 'schemas/models/Collage10.json')).toEqual([
    `schemas/models/Collage10.json:6:5: The id "paper-1.0" is taken by ${FILE}: choose another.`,
  ]);
  const older = text.replace('1795132800', '1700000000');
  expect(await complaintsAbout(older, 'schemas/models/Collage10.json')).toEqual([
    `schemas/models/Collage10.json:6:5: The id "paper-1.0" is taken by ${FILE}: choose another.`,
  ]);
  await rm(join(root, FILE));
});

test('a model cannot use the name of another schema', async () => {
  await rm(join(root, FILE), { force: true });
  await writeFile(join(root, 'schemas/models/Watermark.json'), example);
  const problems = findDataProblems(await readLintSubject(root, {})).map(toLine);
  await rm(join(root, 'schemas/models/Watermark.json'));
  expect(problems).toEqual([
    'schemas/models/Watermark.json:1:1: The title "Watermark" is taken by schemas/common/Watermark.json: choose another.',
  ]);
});

test('an error in a family file that several models share is reported once', async () => {
  await addModels('Vxq3', 'Vxq3Mix');
  const family = join(root, 'schemas/common/vx-family.json');
  const text = await readFile(family, 'utf8');
  await writeFile(family, text.replace('"960x540"', '"960*540"'));
  const problems = findDataProblems(await readLintSubject(root, {})).map(toLine);
  await writeFile(family, text);
  expect(problems).toEqual([
    'schemas/common/vx-family.json:6:17: Vxq3, Vxq3Mix: x-sizes.table.540p["16:9"] must look like "1024x1024", not "960*540"',
  ]);
});
