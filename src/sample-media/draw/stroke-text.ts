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
    if (glyph.path !== '') paths += `<path transform="translate(${round(x)} 0)" d="${glyph.path}"/>`;
    x += glyph.width + gap;
  }
  return { width: Math.max(round(x - gap), 0), paths };
}

/** Substitutes for letters and signs that do not decompose into ones with a glyph. */
const substitutes: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  Ŧ: 'T',
  ŋ: 'n',
  Ŋ: 'N',
  ı: 'i',
  ȷ: 'j',
  ə: 'e',
  Ə: 'E',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '‹': "'",
  '›': "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '«': '"',
  '»': '"',
  '″': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '⁄': '/',
};

function toKnown(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\P{ASCII}/gu, (character) =>
      glyphs[character] ? character : (substitutes[character] ?? decompose(character)),
    );
}

function decompose(character: string): string {
  const parts = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return parts.replace(/\P{ASCII}/gu, (part) => substitutes[part] ?? part);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
