/** Words up to the end of a clause. */
const CLAUSE = String.raw`[^.,;:?!\n]{0,60}`;
/** A few words between a verb and its object; words that refer to something present, or start another request, end it. */
const FEW = String.raw`(?:(?!(?:this|these|those|the|my|your|both|how|what|in|and|then|similar|find|show)\b)[\w-]{1,30} ){0,4}`;
const PICTURES = '(?:images|pictures|photos|photographs|pics)';
const PICTURE = '(?:image|picture|photo|photograph|pic)';
const BEING_SIMILAR = '(?:like|similar to|matching|resembling)';
const DOMAIN = String.raw`(?:[a-z\d-]{1,63}\.){1,5}(?:com|org|net|edu|gov|info|io|dev|example)\b(?:\/[^\s"'<>)\]]*)?`;

/** An address of a page: with a scheme or `www.`, or a domain after a verb of reading. */
const ADDRESSES: readonly RegExp[] = [
  /https?:\/\/[^\s"'<>)\]]*[^\s"'<>)\].,;:!?]/i,
  /\bwww\.[^\s"'<>)\]]*[^\s"'<>)\].,;:!?]/i,
  new RegExp(
    String.raw`\b(?:read|fetch|open|visit|extract|scrape|crawl|summari[sz]e)\b(?! about\b)[^.?!\n@]{0,60}\b(?<address>${DOMAIN})`,
    'i',
  ),
];

/** An input without its URLs. */
export function withoutAddresses(input: string): string {
  const rest = input.replaceAll(/(?:https?:\/\/|\bwww\.)[^\s"'<>)\]]+/gi, ' ');
  const address = findAddress(rest);
  return address ? rest.replaceAll(address, ' ') : rest;
}

/** The first address in an input. */
export function findAddress(input: string): string | undefined {
  for (const pattern of ADDRESSES) {
    const match = pattern.exec(input);
    if (match) return (match.groups?.address ?? match[0]).replace(/[.,;:!?]+$/, '');
  }
  return undefined;
}

const anyOf = (...sources: readonly string[]) => new RegExp(sources.join('|'), 'gi');

/**
 * Phrases that trigger a tool (section 4.6), besides its name. More specific tools
 * come first: `web_search` is not triggered by a search by image.
 */
export const TRIGGERS: ReadonlyMap<string, RegExp> = new Map([
  [
    'web_extractor',
    /\b(?:extract|fetch|scrape) the (?:body |full |main )?(?:text|content|body)s? (?:of|from|at) (?:the |this |that )?(?:web ?)?(?:page|site|url|link|address)\b/gi,
  ],
  [
    'image_search',
    anyOf(
      String.raw`\b(?:find|search)(?: for)?(?: \w{1,30}){0,2} similar\b(?: ${PICTURES}\b)?`,
      String.raw`\b(?:find(?! out\b)|search|look for|show(?: me)?(?: some)? (?:more|others?))\b${CLAUSE}\b(?:like|similar to|matching|resembling) (?:this|that|it|my)\b`,
      String.raw`\bsearch(?:es|ing)? (?:by|with|using|from) (?:this |that |the |an? |my )?${PICTURE}\b`,
      String.raw`\bsimilar(?:-looking)? (?:${PICTURES}|${PICTURE})\b`,
      String.raw`\b${PICTURES} (?:that (?:are|look) )?${BEING_SIMILAR} (?:this|that|it|my|the)\b`,
      String.raw`\b(?:find|google|trace|search(?: the web| the internet| online)?(?: for)?|look up) (?:the (?:source|origin|original) (?:of )?)?(?:this|that|my) ${PICTURE}\b(?!['’])`,
      String.raw`\bwhere (?:does|did|is|was) (?:this|that|the) ${PICTURE} (?:come from|from|taken)\b`,
    ),
  ],
  [
    'web_search_image',
    anyOf(
      String.raw`\b(?:search(?: the (?:web|internet)| online)?(?: for)?|find|show(?: me)?|get(?: me)?|look for|fetch|google) ${FEW}(?:${PICTURES}|\b(?:an?|one|another|some) (?:\w{1,30} ){0,2}${PICTURE})\b(?! ${BEING_SIMILAR}\b)(?: of\b)?`,
      String.raw`(?<!\b(?:this|these|that|my) )\b(?:${PICTURES}|${PICTURE}) of\b(?!\s*(?:[?.!]|$))`,
      String.raw`\b(?:image|picture|photo)s? search(?:es)? (?:for|of|on|about)\b`,
    ),
  ],
  [
    'web_search',
    anyOf(
      String.raw`\bsearch(?:ing)? (?:the (?:web|internet|net)|online|google|for|up|on|about)\b`,
      String.raw`\bsearch ?:`,
      String.raw`(?:^|[.!?\n]\s{0,9}|\b(?:please|can you|could you|just|then) )search (?!(?:by|with|using|this|these|the|my|your|an?|in|engines?|algorithms?|trees?|results?|terms?|is|was)\b)\w`,
      String.raw`\b(?:do|make|run|perform|try) (?:an?|another) (?:(?:quick|new|google|online|internet) )*search\b`,
      String.raw`\b(?:google|bing) (?:it|this|that|them|for|what|who|when|where|how|why)\b|\bgoogle ?:`,
      String.raw`\b(?:please|can you|could you|just) google\b|\bgoogle search\b`,
      String.raw`\b(?:browse|check|consult) the (?:web|internet)\b`,
      String.raw`\b(?:find|check|look)\b${CLAUSE}\b(?:online|on the (?:web|internet|net))\b`,
      String.raw`\blook(?:ing)? (?:(?:it|this|that|them|these|those) )?up\b(?! to\b)`,
      String.raw`\b(?:latest|news|up[- ]to[- ]date)\b`,
    ),
  ],
  [
    'code_interpreter',
    anyOf(
      String.raw`\b(?:run|execute)\b(?!(?: (?:an?|another|the))?(?: (?:quick|new|reverse|image|web|google|online))*\s+(?:search\b|;))(?! out\b)`,
      String.raw`\b(?:calculate|compute)\b|\b(?:do|make|perform) (?:the|an?|this|that|these|some) calculations?\b`,
      String.raw`(?:^|[.!?,;\n]\s{0,9}|\b(?:please|and|then) )use (?:python|code)\b`,
      String.raw`\bevaluate (?:(?:the|this|that) )?(?:following )?(?:expression|integral|[\d(])`,
      String.raw`\bsolve\b${CLAUSE}\b(?:equations?|integral)\b`,
      String.raw`\b(?:multiply|divide|add up|sum up|work out)\b${CLAUSE}\d`,
    ),
  ],
]);
