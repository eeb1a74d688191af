import type { Json } from './contract.ts';
import { parseDataFile, readTexts } from './files/data-file.ts';
import { MESSAGE } from './keywords.ts';
import { listObjects } from './lint/problem.ts';
import { atTop, ContractError } from './problem.ts';

/** The messages of all patterns in the schemas at `root`: the same pattern always has the same one. */
export async function readPatternMessages(root: string): Promise<ReadonlyMap<string, string>> {
  const messages = new Map<string, string>();
  const texts = await Promise.all([
    readTexts(root, { folder: 'openapi', ending: '.yaml' }),
    readTexts(root, { folder: 'schemas', ending: '.json' }),
  ]);
  // Parsing every file takes a third of a second.
  for (const text of texts.flat().filter((file) => file.text.includes(MESSAGE))) {
    for (const { pattern, message } of listMessages(parseDataFile(text).source)) {
      const known = messages.get(pattern) ?? message;
      if (known !== message) throw new ContractError([atTop(text.file, twoMessages(message, known))]);
      messages.set(pattern, message);
    }
  }
  return messages;
}

function twoMessages(message: string, known: string): string {
  return `${MESSAGE} is "${message}" for a pattern that has "${known}" elsewhere: a pattern has one message.`;
}

/** The patterns below a value that have a message. */
export function listMessages(value: Json): readonly { pattern: string; message: string }[] {
  return listObjects(value).flatMap(({ object: { pattern, [MESSAGE]: message } }) =>
    typeof pattern === 'string' && typeof message === 'string' ? [{ pattern, message: message.trim() }] : [],
  );
}
