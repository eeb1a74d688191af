import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { VARIABLES } from '../../src/node/config/config-file.ts';
import { root } from './checks.ts';

/** A file of the project, as text. */
export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** A YAML file of the project; merge keys are those of Compose. */
export function yamlOf<Content>(path: string): Content {
  return parse(textOf(path), { merge: true }) as Content; // what a test expects of it, it checks
}

/** Every variable that `gatewright serve` reads. */
export const variables: readonly string[] = [...Object.values(VARIABLES), 'DATABASE_URL', 'ENCRYPTION_KEYS'];

/** The words after an instruction of the Containerfile's last stage, continued lines joined. */
export function instructionsOf(name: string): readonly string[] {
  const lines = textOf('Containerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  return last.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
}

/** The environment that the image sets. */
export function imageEnvironment(): Readonly<Record<string, string>> {
  const pairs = instructionsOf('ENV').flatMap((line) => line.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split('=', 2)));
}
