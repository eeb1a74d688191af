import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Generator } from '../generator.ts';
import type { Workspace } from '../workspace.ts';

const MODULES = resolve(import.meta.dirname, '../../../node_modules');
const TYPESCRIPT = '6.0.3';

/** Type-checks program and client with the project's TypeScript, bundles them, and returns a function that runs them. */
export async function compileTypeScript(
  { folder, run, copy }: Workspace,
  program: string,
): Promise<(baseUrl: string) => Promise<string>> {
  await copy(program, 'main.ts');
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [join(MODULES, '@types')],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  await run([process.execPath, join(MODULES, 'typescript/bin/tsc'), '-p', '.']);
  const options = [
    '--bundle',
    '--packages=external',
    '--platform=node',
    '--format=esm',
    '--outfile=main.mjs',
    '--log-level=error',
  ];
  await run([join(MODULES, '.bin/esbuild'), 'main.ts', ...options]);
  return (baseUrl) => run([process.execPath, 'main.mjs', baseUrl]);
}

async function npx({ folder, run }: Workspace, parameters: readonly string[]): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  await run(['npx', '--yes', ...parameters]);
}

/** The generators that come as npm packages. They are fetched when they run, and are not dependencies. */
export const typeScriptGenerators: readonly Generator[] = [
  {
    name: 'hey-api',
    version: '0.99.0',
    command: `npx -p @hey-api/openapi-ts@0.99.0 -p typescript@${TYPESCRIPT} openapi-ts -i openapi.sdk.json -o client`,
    reads: ['3.1', '3.0'],
    needs: ['npx'],
    note: 'The command pins TypeScript 6: npx would otherwise install TypeScript 7, whose API this version cannot use.',
    generate: (workspace) =>
      npx(workspace, [
        ...['-p', '@hey-api/openapi-ts@0.99.0', '-p', `typescript@${TYPESCRIPT}`, 'openapi-ts'],
        ...['-i', workspace.document, '-o', 'client'],
      ]),
    compile: (workspace) => compileTypeScript(workspace, 'hey-api.ts'),
  },
  {
    name: 'orval',
    version: '8.32.0',
    command: 'npx orval@8.32.0 --input openapi.sdk.json --output client.ts',
    reads: ['3.1', '3.0'],
    needs: ['npx'],
    note: 'Generates axios calls; `axios.defaults.baseURL` is the address of the gateway.',
    generate: (workspace) =>
      npx(workspace, ['orval@8.32.0', '--input', workspace.document, '--output', 'client.ts']),
    compile: async (workspace) => {
      await workspace.run(['npm', 'install', '--silent', '--no-audit', '--no-fund', 'axios@1.13.2']);
      return compileTypeScript(workspace, 'orval.ts');
    },
  },
];
