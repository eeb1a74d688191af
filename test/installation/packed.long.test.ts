import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
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
  'an installed copy runs below node_modules, where Node strips no types: conform, and a mock with its threads',
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
    } finally {
      mock.kill('SIGKILL');
    }
  },
  PATIENCE,
);
