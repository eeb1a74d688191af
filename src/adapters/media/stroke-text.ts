/** One letter as strokes: capitals stand on y = 10 and are 10 high, small letters begin at y = 4, `width` is its advance without gap. */
interface Glyph {
  readonly width: number;
  readonly path: string;
}

const glyphs: Readonly<Record<string, Glyph>> = {
  '0': { width: 6, path: 'M3 0C1 0 0 2 0 5S1 10 3 10 6 8 6 5 5 0 3 0Z' },
  '1': { width: 3, path: 'M0 2.2L2.5 0V10' },
  '2': { width: 6, path: 'M.3 2.6C.3 1 1.4 0 3 0S5.8 1.1 5.8 2.7C5.8 4.6 4 6 .2 10H6' },
  '3': {
    width: 6,
    path: 'M.4 1.4C1 .5 1.9 0 3 0 4.6 0 5.6 1 5.6 2.4S4.5 4.7 2.6 4.7C4.8 4.7 6 5.7 6 7.3S4.7 10 3 10C1.7 10 .7 9.4 .1 8.4',
  },
  '4': { width: 6.4, path: 'M4.6 10V0L0 7H6.4' },
  '5': {
    width: 6,
    path: 'M5.4 0H1L.6 4.6C1.2 4 2 3.7 3 3.7 4.8 3.7 6 4.9 6 6.8S4.7 10 2.9 10C1.7 10 .7 9.5 0 8.6',
  },
  '6': {
    width: 6,
    path: 'M4.9 .2C2.2 1.2 0 3.8 0 6.8 0 8.7 1.2 10 3 10S6 8.7 6 6.9 4.8 3.9 3 3.9C1.5 3.9 .4 4.9 0 6.3',
  },
  '7': { width: 6, path: 'M0 0H6L2 10' },
  '8': {
    width: 6,
    path: 'M3 4.6C1.5 4.6 .5 3.7 .5 2.3S1.5 0 3 0 5.5 .9 5.5 2.3 4.5 4.6 3 4.6C1.2 4.6 0 5.7 0 7.3S1.2 10 3 10 6 8.9 6 7.3 4.8 4.6 3 4.6Z',
  },
  '9': {
    width: 6,
    path: 'M1.1 9.8C3.8 8.8 6 6.2 6 3.2 6 1.3 4.8 0 3 0S0 1.3 0 3.1 1.2 6.1 3 6.1C4.5 6.1 5.6 5.1 6 3.7',
  },
  '×': { width: 5, path: 'M.5 3.5L4.5 7.5M4.5 3.5L.5 7.5' },
  A: { width: 7, path: 'M0 10L3.5 0L7 10M1.3 6.4H5.7' },
  I: { width: 1, path: 'M.5 0V10' },
  a: {
    width: 5,
    path: 'M.3 5C.9 4.3 1.6 4 2.5 4 4.1 4 5 4.8 5 6.3V10M5 6.7H2.4C.8 6.7 0 7.4 0 8.4S.8 10 2.2 10C3.8 10 5 9.1 5 7.6',
  },
  d: { width: 5, path: 'M5 7C5 8.8 4 10 2.5 10S0 8.8 0 7 1 4 2.5 4 5 5.2 5 7ZM5 0V10' },
  e: { width: 5.2, path: 'M.1 6.8H5.2C5.2 5.1 4.2 4 2.7 4S0 5.2 0 7 1.1 10 2.8 10C3.9 10 4.7 9.5 5.1 8.8' },
  g: {
    width: 5,
    path: 'M5 7C5 8.8 4 10 2.5 10S0 8.8 0 7 1 4 2.5 4 5 5.2 5 7ZM5 4V11C5 12.6 4 13.5 2.5 13.5 1.4 13.5 .6 13.1 .2 12.4',
  },
  n: { width: 5, path: 'M0 4V10M0 6.6C.3 5 1.4 4 2.7 4 4.2 4 5 5 5 6.6V10' },
  r: { width: 3, path: 'M0 4V10M0 6.8C.3 5.2 1.4 4 3 4.1' },
  t: { width: 3, path: 'M1.2 1.8V8.2C1.2 9.5 1.8 10 3 9.9M0 4H3' },
  ' ': { width: 2, path: '' },
};

const gap = 2.2;

/** A line of text without any font: one path on a grid where a capital is 10 high, and the width of the line. */
export interface StrokeText {
  readonly width: number;
  readonly paths: string;
}

/** Writes digits, the multiplication sign and the letters of "AI generated"; characters without a glyph are left out. */
export function createStrokeText(text: string): StrokeText {
  let x = 0;
  let paths = '';
  for (const character of text) {
    const glyph = glyphs[character];
    if (glyph === undefined) continue;
    if (glyph.path !== '') paths += `<path transform="translate(${round(x)} 0)" d="${glyph.path}"/>`;
    x += glyph.width + gap;
  }
  return { width: Math.max(round(x - gap), 0), paths };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
