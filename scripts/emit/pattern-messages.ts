import type { Emitter } from '../contract/contract.ts';
import { readPatternMessages } from '../contract/read-pattern-messages.ts';
import { toScript } from './banner.ts';

/** Emits the messages for texts that do not match a pattern, because regular expressions are not shown to people. */
export const emitPatternMessages: Emitter = async ({ root }) => {
  const messages = await readPatternMessages(root);
  const table = Object.fromEntries([...messages].sort(([left], [right]) => (left < right ? -1 : 1)));
  const text = `/** What a text has to look like, by the pattern that it breaks: the rest of a sentence. */
export const patternMessages: Readonly<Record<string, string>> = ${JSON.stringify(table, null, 2)};
`;
  return [{ path: 'pattern-messages.ts', text: toScript(text) }];
};
