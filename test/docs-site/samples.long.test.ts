import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleLanguages } from '../../scripts/docs/samples/sample-languages.ts';
import { sdkLanguages } from '../../scripts/sdk/languages.ts';
import { type StartedMock, startMock } from '../../src/node/programs/start-mock.ts';
import { runSamples, siteSamples } from './site-samples.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
let folder: string;
let mock: StartedMock;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatewright-samples-'));
  mock = await startMock({ speed: 100 });
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
  const curl = 'curl() { command curl --fail-with-body "$@"; }';
  const printed = await runSamples(samples, async (some) => {
    const commands = some.map(({ name, text }) => `echo '== ${name}'\n${text}\necho`);
    const strict = `set -euo pipefail; ${curl}\n${commands.join('\n')}`;
    return (await run('bash', ['-c', strict], { cwd: folder })).stdout;
  });
  expect(Object.keys(printed)).toHaveLength(22);
  const { getFile: _downloaded, ...others } = printed;
  for (const [name, text] of Object.entries(others))
    expect(text, name).toMatch(/^data: |^\{.*\}$|"(?:status|choices)":/m);
});

test('the samples for TypeScript run', async () => {
  const samples = await siteSamples('TypeScript', mock);
  const printed = await runSamples(samples, async (some) => {
    const outputs: string[] = [];
    for (const { name, text } of some) {
      const file = join(folder, `${name}.mts`);
      await writeFile(
        file,
        text.replaceAll("'@gatewright/client'", `'${join(root, 'src/client/index.ts')}'`),
      );
      outputs.push(`== ${name}\n${(await run(process.execPath, [file])).stdout}`);
    }
    return outputs.join('');
  });
  expect(Object.keys(printed)).toHaveLength(22);
  for (const [name, text] of Object.entries(printed)) expect(text, name).not.toMatch(/^$|undefined|Error/);
});
