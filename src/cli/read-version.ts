import { readFile } from 'node:fs/promises';

/** The version of this package, from its package.json. */
export async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string }; // npm requires a version
  return version;
}
