import { type AST, visitRegExpAST } from '@eslint-community/regexpp';
import { parsePattern } from './parse-pattern.ts';

/** Whether a pattern refers to one of its groups. */
export function hasReferences(pattern: string): boolean {
  let isFound = false;
  visitRegExpAST(parsePattern(pattern), { onBackreferenceEnter: () => (isFound = true) });
  return isFound;
}

/**
 * A pattern in which each group that it refers back to, and each backreference, is replaced by one text: it matches a
 * subset of the strings.
 */
export function pinGroups(pattern: string, write: (group: string) => string): string {
  const places: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  const texts = new Map<AST.CapturingGroup, string>();
  const pin = ({ start, end }: { readonly start: number; readonly end: number }) => {
    const inner = places.filter((place) => place.start >= start && place.end <= end);
    let pinned = '';
    let at = start;
    for (const place of inner.sort((one, other) => one.start - other.start || other.end - one.end)) {
      if (place.start < at) continue; // within a group that is replaced
      pinned += `${pattern.slice(at, place.start)}${toPattern(place.text)}`;
      at = place.end;
    }
    return pinned + pattern.slice(at, end);
  };
  visitRegExpAST(parsePattern(pattern), {
    onBackreferenceEnter({ resolved, start, end }) {
      const [text = ''] = [resolved].flat().flatMap((group) => texts.get(group) ?? []);
      places.push({ start, end, text });
    },
    onCapturingGroupLeave(group) {
      if (group.references.length === 0) return;
      const text = write(pin(group));
      texts.set(group, text);
      places.push({ start: group.start, end: group.end, text });
    },
  });
  return pin({ start: 0, end: pattern.length });
}

function toPattern(text: string): string {
  const characters = Array.from(text, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return `(?:${characters.join('')})`;
}
