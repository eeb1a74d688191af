import { readFile } from 'node:fs/promises';

/** The text of a generated file. */
export function readGenerated(name: string): Promise<string> {
  return readFile(new URL(`../../../generated/${name}`, import.meta.url), 'utf8');
}
