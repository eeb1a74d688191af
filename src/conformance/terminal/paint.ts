const CODES = { grey: 90, bold: 1, green: 32, cyan: 36, yellow: 33, red: 31 } as const;

export type Colour = keyof typeof CODES;

export type Paint = (text: string, colour: Colour) => string;

export function createPaint(isColoured: boolean): Paint {
  return (text, colour) =>
    isColoured && text.trim() !== '' ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text;
}

/** Wraps text at `width` columns and indents every line after the first. A longer word is not split. */
export function wrap(
  text: string,
  { width, indent = '' }: { readonly width: number; readonly indent?: string },
): string {
  const lines: string[] = [];
  let line = '';
  for (const word of clean(text).split(' ')) {
    if (line !== '' && line.length + word.length + 1 > width - indent.length) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${indent}`);
}

/** Removes control and bidirectional formatting characters, with which a target could manipulate the terminal. */
export function clean(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Cuts a text that is too long. */
export function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 3)}...` : text;
}

/** `1 case`, `2 cases`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
