import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import type { Json } from './contract.ts';
import { isObject } from './json.ts';
import { MESSAGE } from './keywords.ts';
import { ContractError } from './problem.ts';

/** The messages of all patterns in the schemas at `root`: the same pattern always has the same one. */
export async function readPatternMessages(root: string): Promise<ReadonlyMap<string, string>> {
  const messages = new Map<string, string>();
  for (const file of await listSchemaFiles(root)) {
    const text = await readFile(path.join(root, file), 'utf8');
    if (!text.includes(MESSAGE)) continue; // parsing every file takes a third of a second
    const source: Json = file.endsWith('.json') ? JSON.parse(text) : parse(text);
    for (const { pattern, message } of listMessages(source)) {
      const known = messages.get(pattern) ?? message;
      if (known !== message)
        throw new ContractError([
          {
            file,
            line: 1,
            column: 1,
            message: `${MESSAGE} is "${message}" for a pattern that has "${known}" elsewhere: a pattern has one message.`,
          },
        ]);
      messages.set(pattern, message);
    }
  }
  return messages;
}

async function listSchemaFiles(root: string): Promise<readonly string[]> {
  const folders = await Promise.all(
    ['schemas', 'openapi'].map(async (folder) => {
      const names = await readdir(path.join(root, folder), { recursive: true });
      return names
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
        .filter((name) => /\.(json|yaml)$/.test(name));
    }),
  );
  return folders.flat().sort();
}

/** The patterns below a value that have a message. */
export function listMessages(value: Json | undefined): readonly { pattern: string; message: string }[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => listMessages(item));
  if (!isObject(value)) return [];
  const { pattern, [MESSAGE]: message } = value;
  const own =
    typeof pattern === 'string' && typeof message === 'string' ? [{ pattern, message: message.trim() }] : [];
  return [...own, ...Object.values(value).flatMap(listMessages)];
}
