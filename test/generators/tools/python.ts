import { join } from 'node:path';
import type { Generator } from '../generator.ts';
import type { Workspace } from '../workspace.ts';

/** A virtual environment with the given packages; returns a function that runs its Python. */
export async function runPython(
  { folder, run }: Workspace,
  packages: readonly string[],
): Promise<(parameters: readonly string[]) => Promise<string>> {
  const python = join(folder, 'venv', 'bin', 'python');
  await run(['python3', '-m', 'venv', 'venv']);
  await run([python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]);
  return (parameters) => run([python, ...parameters]);
}

const VERSION = '0.29.1';

/** The generators that come as Python packages. */
export const pythonGenerators: readonly Generator[] = [
  {
    name: 'openapi-python-client',
    version: VERSION,
    command: `pipx run openapi-python-client==${VERSION} generate --path openapi.sdk.json`,
    reads: ['3.1', '3.0'],
    needs: ['python3'],
    note: 'Formats its output with `ruff` if installed, and warns if not.',
    generate: async (workspace) => {
      const python = await runPython(workspace, [`openapi-python-client==${VERSION}`]);
      await python(['-m', 'openapi_python_client', 'generate', '--path', workspace.document]);
    },
    compile: async (workspace) => {
      const python = (parameters: readonly string[]) =>
        workspace.run([join(workspace.folder, 'venv', 'bin', 'python'), ...parameters]);
      await workspace.copy('openapi-python-client.py', 'gatewright-client/main.py');
      return (baseUrl) => python(['gatewright-client/main.py', baseUrl]);
    },
  },
];
