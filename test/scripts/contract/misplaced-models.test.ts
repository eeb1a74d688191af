import { cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSchemaFiles } from '../../../scripts/contract/models/read-models.ts';
import { ContractError, toLine } from '../../../scripts/contract/problem.ts';
import { readSmallModels } from '../add-model/project-with-models.ts';

const { Paper10: example = '' } = await readSmallModels();
let root: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'gatewright-misplaced-'));
  await cp(new URL('../../../schemas', import.meta.url), path.join(root, 'schemas'), { recursive: true });
  await mkdir(path.join(root, 'schemas/models/paper'));
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function complaintsAbout(file: string, text: string | Buffer): Promise<readonly string[]> {
  const at = path.join(root, file);
  await writeFile(at, text);
  try {
    await readSchemaFiles(root);
    return [];
  } catch (error) {
    if (error instanceof ContractError) return error.problems.map(toLine);
    throw error;
  } finally {
    await rm(at);
  }
}

test('a model in its place is read', async () => {
  expect(await complaintsAbout('schemas/models/Paper10.json', example)).toEqual([]);
});

test('folders may be links', async () => {
  const [at, elsewhere] = [path.join(root, 'schemas/common'), path.join(root, 'common')];
  await rename(at, elsewhere);
  await symlink(elsewhere, at);
  expect(await complaintsAbout('schemas/models/Paper10.json', example)).toEqual([]);
  await rm(at);
  await rename(elsewhere, at);
});

test.each(['Paper10.json', 'models/Paper10.yaml', 'models/paper/Paper10.json'])(
  'schemas/%s would be ignored, and is refused',
  async (name) => {
    expect(await complaintsAbout(`schemas/${name}`, example)).toEqual([
      `schemas/${name}:1:1: this file does not belong here: a model is schemas/models/<Title>.json, without folders below`,
    ]);
  },
);

test('a model among the common parts is told where it belongs', async () => {
  expect(await complaintsAbout('schemas/common/Paper10.json', example)).toEqual([
    'schemas/common/Paper10.json:1:1: a model belongs in schemas/models/',
  ]);
});

test('a file in another encoding is refused where it is not UTF-8', async () => {
  const bytes = Buffer.from(example.replace('What to draw.', 'Que dessiner, enchanté?'), 'latin1');
  expect(await complaintsAbout('schemas/models/Paper10.json', bytes)).toEqual([
    'schemas/models/Paper10.json:15:107: the file is not UTF-8: save it as UTF-8',
  ]);
});
