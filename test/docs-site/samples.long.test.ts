import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleLanguages } from '../../scripts/docs/samples/sample-languages.ts';
import { sdkLanguages } from '../../scripts/sdk/languages.ts';
import { type StartedMock, startMock } from '../../src/node/programs/start-mock.ts';
import { siteSamples } from './site-samples.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
let folder: string;
let mock: StartedMock;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatewright-samples-'));
  mock = await startMock({ speed: 1000 });
});

afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

// The tests of each SDK run the samples in its language.
test('there are samples for curl, our client and each SDK', () => {
  const titles = sampleLanguages(false).map(({ title }) => title);
  expect(titles).toEqual(['curl', 'TypeScript', ...sdkLanguages.map(({ title }) => title)]);
});

test('the samples for curl run', async () => {
  const samples = await siteSamples('curl', mock);
  expect(samples).toHaveLength(22);
  for (const { name, text } of samples) {
    const strict = `set -euo pipefail; curl() { command curl --fail-with-body "$@"; }\n${text}`;
    const { stdout } = await run('bash', ['-c', strict], { cwd: folder });
    if (name !== 'getFile') expect(stdout, name).toMatch(/^data: |^\{.*\}$|"(?:status|choices)":/m);
  }
});

test('the samples for TypeScript run', async () => {
  const samples = await siteSamples('TypeScript', mock);
  expect(samples).toHaveLength(22);
  for (const { name, text } of samples) {
    const file = join(folder, `${name}.mts`);
    await writeFile(file, text.replaceAll("'@gatewright/client'", `'${join(root, 'src/client/index.ts')}'`));
    const { stdout } = await run(process.execPath, [file]);
    expect(stdout.trim(), name).not.toMatch(/^$|undefined|Error/);
  }
});
