import type { Emitter } from '../../contract/contract.ts';
import { listMessages, readPatternMessages } from '../../contract/read-pattern-messages.ts';
import { toScript } from '../banner.ts';

/** Emits the messages for strings that do not match a pattern; error messages never contain regular expressions. */
export const emitPatternMessages: Emitter = async ({ root, models }) => {
  const written = await readPatternMessages(root);
  const derived = models.flatMap(({ source }) => listMessages(source));
  const messages = new Map([
    ...derived.map(({ pattern, message }) => [pattern, message] as const),
    ...written,
  ]);
  const table = Object.fromEntries([...messages].sort(([left], [right]) => (left < right ? -1 : 1)));
  const text = `/** The requirement of each pattern in words, as the continuation of a sentence that starts with the field. */
export const patternMessages: Readonly<Record<string, string>> = ${JSON.stringify(table, null, 2)};
`;
  return [{ path: 'pattern-messages.ts', text: toScript(text) }];
};
