import type { TextJob } from '../../gateway/ports/text-engine.ts';

/** One call of a built-in tool. */
export interface PlannedCall {
  readonly tool: string;
  readonly query: string;
}

const ADDRESS = /https?:\/\/[^\s"'<>)\]]*[^\s"'<>)\].,;:!?]/i;

/** What the input must ask for before the simulator calls a tool (section 4.6). */
const TRIGGERS: Readonly<Record<string, RegExp>> = {
  web_search: /\bsearch (?:the (?:web|internet)|online|for)\b|\blook (?:it |this )?up\b|\b(?:latest|news)\b/i,
  web_extractor: ADDRESS,
  code_interpreter: /\b(?:run|execute|calculate|compute)\b/i,
  web_search_image: /\b(?:pictures?|images?|photos?) of\b/i,
  image_search:
    /\b(?:find|search)(?: for)? similar\b|\bsearch by (?:image|picture)\b|\bsimilar (?:images?|pictures?)\b/i,
};

/** The calls that an input asks for: each declared tool at most once, in the order of declaration. */
export function planToolCalls(
  tools: TextJob['tools'],
  { input, topic }: { readonly input: string; readonly topic: string },
): readonly PlannedCall[] {
  return tools
    .filter((tool) => Object.hasOwn(TRIGGERS, tool) && TRIGGERS[tool]?.test(input))
    .map((tool) => ({ tool, query: tool === 'web_extractor' ? (ADDRESS.exec(input)?.[0] ?? topic) : topic }));
}
