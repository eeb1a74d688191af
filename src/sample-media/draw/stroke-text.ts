import { glyphs } from './glyphs.ts';

const gap = 2.2;

/**
 * Writes a line without any font, as paths on a grid where a capital is 10 high. Letters without a glyph lose their accents
 * or are substituted, and characters of other scripts are left out.
 */
export function createStrokeText(text: string) {
  let x = 0;
  let paths = '';
  for (const character of toKnown(text)) {
    const glyph = glyphs[character];
    if (glyph === undefined) continue;
    const [width = '', ...strokes] = glyph.split(' ');
    if (strokes.length > 0) paths += `<path transform="translate(${round(x)} 0)" d="${strokes.join(' ')}"/>`;
    x += Number(width) + gap;
  }
  return { width: Math.max(round(x - gap), 0), paths };
}

/** Letters and signs that do not decompose into ones with a glyph, each with what is written instead. */
const substitutes: ReadonlyMap<string, string> = new Map(
  `ßss ẞSS æae ÆAE œoe ŒOE øo ØO łl ŁL đd ĐD ðd ÐD þth ÞTh ħh ĦH ŧt ŦT ŋn ŊN ıi ȷj əe ƏE
   ‘' ’' ‚' ‛' ‹' ›' ′' “" ”" „" ‟" «" »" ″" ‐- ‑- ‒- –- —- ―- −- ⁄/`
    .split(/\s+/)
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);

function toKnown(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\P{ASCII}/gu, (character) =>
      glyphs[character] ? character : (substitutes.get(character) ?? decompose(character)),
    );
}

function decompose(character: string): string {
  const parts = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return parts.replace(/\P{ASCII}/gu, (part) => substitutes.get(part) ?? part);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
