import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startServer } from '../adapters/media/reference-server.ts';
import { childrenOf } from '../support/child-processes.ts';
import { fourQuarters } from '../support/four-quarters.ts';
import { copyForProduction } from './production-copy.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const PATIENCE = 240_000;

test('the package holds the program and its data, and no tests, sources or documents', async () => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: root,
    maxBuffer: 20_000_000,
  });
  // The npm versions that print one package give a list, and others an object by name.
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { files: { path: string }[] }>);
  const paths = packed?.files.map(({ path }) => path) ?? [];
  expect(paths).toEqual(
    expect.arrayContaining([
      'bin/gatewright.cjs',
      'conformance/report.html',
      'conformance/target.schema.json',
      'generated/openapi.json',
      'generated/validators.js',
      'package.json',
      'README.md',
    ]),
  );
  expect(paths.filter((path) => /^(test|scripts|docs|openapi)\/|(?<!\.d)\.ts$/.test(path))).toEqual([]);
});

test(
  'an installed copy runs below node_modules, where Node strips no types: conform, and a mock with its threads and its decoder',
  async () => {
    using copy = copyForProduction();
    const installed = join(copy.folder, 'node_modules/gatewright');
    mkdirSync(installed);
    for (const name of ['bin', 'src', 'generated', 'conformance', 'package.json'])
      cpSync(join(copy.folder, name), join(installed, name), { recursive: true });
    await run(process.execPath, [join(root, 'scripts/build-package.ts')], { cwd: installed });
    const sources = globSync(['src/**/*.ts', 'generated/*.ts'], { cwd: installed });
    for (const file of sources.filter((path) => !path.endsWith('.d.ts'))) rmSync(join(installed, file));

    const bin = join(installed, 'bin/gatewright.cjs');
    const mock = spawn(process.execPath, [bin, 'mock', '--port', '0', '--quiet']);
    try {
      const [address] = (await once(mock.stdout, 'data')) as [Buffer];
      const only = ['--only', 'catalogue.list', '--only', 'pdf.pages'];
      const { stdout } = await run(process.execPath, [bin, 'conform', String(address).trim(), ...only]);
      expect(stdout).toMatch(/^Passed: /m);
      expect(stdout).not.toContain('unproven');
      await decodesPictures(String(address).trim(), mock);
    } finally {
      mock.kill('SIGKILL');
    }
  },
  PATIENCE,
);

/** A decoder that could not start, or that failed, would be reported as a fault, and a new one started for the second clip. */
async function decodesPictures(address: string, mock: ChildProcessWithoutNullStreams): Promise<void> {
  const faults: string[] = [];
  mock.stderr.on('data', (chunk) => faults.push(String(chunk)));
  const picture = await fourQuarters(640, 480, 'jpeg');
  await using pictures = await startServer((_request, response) => response.end(picture));
  const body = { model: 'vxq3', prompt: 'A boat', duration: 3, image_urls: [`${pictures.origin}/a.jpeg`] };
  const decoders: unknown[] = [];
  for (const _clip of [1, 2]) {
    const answer = await fetch(`${address}/v1/videos/generations`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-mock', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    if (process.platform === 'linux') decoders.push(childrenOf(Number(mock.pid)));
  }
  expect(decoders).toEqual(process.platform === 'linux' ? [[expect.any(Number)], decoders[0]] : []);
  expect(faults).toEqual([]);
}
