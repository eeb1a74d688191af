import { glyphs } from './glyphs.ts';

const gap = 2.2;

/** A line of text without any font: one path on a grid where a capital is 10 high, and the width of the line. */
export interface StrokeText {
  readonly width: number;
  readonly paths: string;
}

/** Writes a line; letters lose accents that no glyph has, and characters of other scripts are left out. */
export function createStrokeText(text: string): StrokeText {
  let x = 0;
  let paths = '';
  for (const character of withoutAccents(text)) {
    const glyph = glyphs[character];
    if (glyph === undefined) continue;
    if (glyph.path !== '') paths += `<path transform="translate(${round(x)} 0)" d="${glyph.path}"/>`;
    x += glyph.width + gap;
  }
  return { width: Math.max(round(x - gap), 0), paths };
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
