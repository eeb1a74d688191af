import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Generator } from '../generator.ts';
import type { Workspace } from '../workspace.ts';

const MODULE = 'module example.net/try\n\ngo 1.25.0\n';

/** Builds the program of a module; returns a function that runs it. */
export async function compileGo(
  { folder, run }: Workspace,
  { at, package: name }: { readonly at: string; readonly package: string },
): Promise<(baseUrl: string) => Promise<string>> {
  await run(['go', 'mod', 'tidy', '-e'], { at });
  await run(['go', 'vet', '.', name], { at });
  const program = join(folder, 'program');
  await run(['go', 'build', '-o', program, name], { at });
  return (baseUrl) => run([program, baseUrl]);
}

/** A command of a module, built in a separate module, so that its dependencies are those of its release. */
export async function buildTool(
  { folder, run }: Workspace,
  {
    module,
    version,
    command,
  }: { readonly module: string; readonly version: string; readonly command: string },
): Promise<string> {
  const tool = join(folder, 'tool');
  await run(['mkdir', 'tool-source']);
  await writeFile(join(folder, 'tool-source', 'go.mod'), `${MODULE}\nrequire ${module} ${version}\n`);
  await run(['go', 'build', '-mod=mod', '-o', tool, `${module}${command}`], {
    at: 'tool-source',
    minutes: 20,
  });
  return tool;
}

async function openModule({ folder, run, copy }: Workspace, program: string): Promise<void> {
  await run(['mkdir', '-p', 'client/gateway']);
  await writeFile(join(folder, 'client', 'go.mod'), MODULE);
  await copy(program, 'client/main.go');
}

/** The generators that come as Go modules. */
export const goGenerators: readonly Generator[] = [
  {
    name: 'oapi-codegen',
    version: '2.8.2',
    command:
      'go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -package gateway -o gateway/gateway.go openapi.sdk.json',
    reads: ['3.1', '3.0'],
    needs: ['go'],
    note: '',
    generate: async (workspace) => {
      await openModule(workspace, 'oapi-codegen.go');
      const module = 'github.com/oapi-codegen/oapi-codegen/v2';
      const tool = await buildTool(workspace, { module, version: 'v2.8.2', command: '/cmd/oapi-codegen' });
      await workspace.run([
        tool,
        '-package',
        'gateway',
        '-o',
        'client/gateway/gateway.go',
        workspace.document,
      ]);
    },
    compile: (workspace) => compileGo(workspace, { at: 'client', package: '.' }),
  },
  {
    name: 'ogen',
    version: '1.24.0',
    command:
      'go run github.com/ogen-go/ogen/cmd/ogen@v1.24.0 --package gateway --target gateway --clean openapi.sdk.json',
    reads: ['3.1', '3.0'],
    needs: ['go'],
    note: '',
    generate: async (workspace) => {
      await openModule(workspace, 'ogen.go');
      const tool = await buildTool(workspace, {
        module: 'github.com/ogen-go/ogen',
        version: 'v1.24.0',
        command: '/cmd/ogen',
      });
      const parameters = ['--package', 'gateway', '--target', 'client/gateway', '--clean'];
      await workspace.run([tool, ...parameters, workspace.document]);
      const requirement = 'require github.com/ogen-go/ogen v1.24.0';
      await writeFile(join(workspace.folder, 'client', 'go.mod'), `${MODULE}\n${requirement}\n`);
    },
    compile: (workspace) => compileGo(workspace, { at: 'client', package: '.' }),
  },
];
