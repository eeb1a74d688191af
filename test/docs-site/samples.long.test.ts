import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue } from '../../generated/catalogue.ts';
import { policies } from '../../generated/policies.ts';
import { describeSamples } from '../../scripts/docs/models/samples.ts';
import { readSiteContract, type SiteContract } from '../../scripts/docs/site-contract.ts';
import { type StartedMock, startMock } from '../../src/node/programs/start-mock.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
let folder: string;
let site: SiteContract;
let mock: StartedMock;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatewright-samples-'));
  site = await readSiteContract([]);
  mock = await startMock({ speed: policies.mock.max_speed });
});

afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

/** The samples on the page of a model, by the titles of their tabs. */
function samplesOf(id: string): Readonly<Record<string, string>> {
  const model = site.contract.models.find((candidate) => candidate.id === id);
  if (!model) throw new Error(`There is no model ${id}.`);
  const { baseUrl, apiKey } = mock;
  const text = describeSamples(model, { mock: { baseUrl, apiKey }, ownIds: site.ownIds });
  const blocks = [...text.matchAll(/```\w+ \[(.+?)\]\n(.*?)```/gs)];
  return Object.fromEntries(blocks.map(([, title = '', block = '']) => [title, block]));
}

test.each(catalogue.map(({ identity }) => identity.id))('the samples of %s run', async (id) => {
  const { curl = '', TypeScript = '', ...others } = samplesOf(id);
  expect(others).toEqual({});
  const strict = `set -euo pipefail; curl() { command curl --fail-with-body "$@"; }\n${curl}`;
  expect((await run('bash', ['-c', strict])).stdout).toMatch(/"(?:status|choices)":|^data: /m);
  const file = join(folder, `${id}.mts`);
  await writeFile(
    file,
    TypeScript.replaceAll("'@gatewright/client'", `'${join(root, 'src/client/index.ts')}'`),
  );
  expect((await run(process.execPath, [file])).stdout.trim()).not.toMatch(/^$|undefined|Error/);
});
