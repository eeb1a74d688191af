import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const project = resolve(import.meta.dirname, '../..');

/** A generated page outside of `generated/`. */
const PAGE = 'docs/conformance-requirements.md';

/** Copies the contract and what reads it to a new folder, as a separate project for `generate` and the lint; returns the folder. */
export async function copyContract(root: string): Promise<string> {
  for (const part of ['openapi', 'schemas', 'scripts', 'conformance', 'redocly.yaml', PAGE])
    await cp(join(project, part), join(root, part), { recursive: true });
  return root;
}
