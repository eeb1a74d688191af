import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../contract/contract.ts';

/** Lets a generator read a document from a file, in a folder that is removed afterwards. */
export async function withDocument(
  document: JsonObject,
  generate: (file: string, folder: string) => Promise<void>,
): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gatewright-sdk-'));
  const file = join(folder.path, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  await generate(file, folder.path);
}
