import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../contract/contract.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

/** Lets a generator read a document from a file, in a folder that is removed afterwards. */
export async function withDocument(
  document: JsonObject,
  generate: (file: string, folder: string) => Promise<void>,
): Promise<void> {
  await using folder = await makeTemporaryFolder('gatewright-sdk-');
  const file = join(folder.path, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  await generate(file, folder.path);
}
