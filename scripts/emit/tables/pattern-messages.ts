import type { Contract, Emitter } from '../../contract/contract.ts';
import { listMessages, readPatternMessages } from '../../contract/read-pattern-messages.ts';
import { toScript } from '../banner.ts';

/** Emits the messages for strings that do not match a pattern; error messages never contain regular expressions. */
export const emitPatternMessages: Emitter = async (contract) => {
  const table = await patternMessages(contract);
  const text = `/** The requirement of each pattern in words, as the continuation of a sentence that starts with the field. */
export const patternMessages: Readonly<Record<string, string>> = ${JSON.stringify(table, null, 2)};
`;
  return [{ path: 'pattern-messages.ts', text: toScript(text) }];
};

/** The messages by pattern, in order. */
export async function patternMessages({
  root,
  models,
}: Pick<Contract, 'root' | 'models'>): Promise<Readonly<Record<string, string>>> {
  const written = await readPatternMessages(root);
  const derived = models.flatMap(({ source }) => listMessages(source));
  const messages = new Map([
    ...derived.map(({ pattern, message }) => [pattern, message] as const),
    ...written,
  ]);
  return Object.fromEntries([...messages].sort(([left], [right]) => (left < right ? -1 : 1)));
}
