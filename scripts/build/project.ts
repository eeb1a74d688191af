import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** The members of the project's `package.json` that its packages share. */
export interface ProjectManifest {
  readonly version: string;
  readonly license: string;
  readonly description: string;
  readonly repository: { readonly type: string; readonly url: string };
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, unknown>>;
}

export function readProject(): ProjectManifest {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as ProjectManifest; // our own file
}

/** How both packages are published: by the release workflow, with a provenance. */
export const PUBLISH_CONFIG = { access: 'public', provenance: true } as const;
