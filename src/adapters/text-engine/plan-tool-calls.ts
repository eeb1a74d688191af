import type { TextJob } from '../../gateway/ports/text/text-engine.ts';
import { findAddress, TRIGGERS, withoutAddresses } from './tool-triggers.ts';

/** One call of a built-in tool. */
export interface PlannedCall {
  readonly tool: string;
  readonly query: string;
}

/** Replaces removed text and acts as the end of a clause. */
const TAKEN = ' ; ';

/**
 * The calls that an input asks for (section 4.6), by the name of a tool or in words: each declared tool at most once, in
 * the order of declaration.
 */
export function planToolCalls(
  tools: TextJob['tools'],
  { input, topic }: { readonly input: string; readonly topic: string },
): readonly PlannedCall[] {
  if (tools.length === 0) return [];
  const address = findAddress(input);
  const asked = findAsked(tools, withoutAddresses(input));
  if (address) asked.add('web_extractor');
  return tools
    .filter((tool) => asked.has(tool))
    .map((tool) => ({ tool, query: tool === 'web_extractor' ? (address ?? topic) : topic }));
}

/** The words that trigger one tool are removed before looking for the next, so that they do not trigger two. */
function findAsked(tools: TextJob['tools'], input: string): Set<string> {
  const asked = new Set<string>();
  let rest = input;
  const take = (tool: string, pattern: RegExp) => {
    const without = rest.replaceAll(pattern, TAKEN);
    if (without !== rest) asked.add(tool);
    rest = without;
  };
  // The longest first: `web_search_image` contains `web_search`.
  const names = [...TRIGGERS.keys()].toSorted((one, other) => other.length - one.length);
  for (const tool of names) take(tool, toName(tool, tools.includes(tool) ? '[_ -]' : '_'));
  for (const [tool, pattern] of TRIGGERS) if (tools.includes(tool)) take(tool, pattern);
  return asked;
}

function toName(tool: string, separator: string): RegExp {
  return new RegExp(String.raw`(?<![a-z\d])${tool.replaceAll('_', separator)}(?:e?s)?(?![a-z\d])`, 'gi');
}
