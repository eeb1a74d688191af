const START = '\uE000';
const END = '\uE001';
const MARKED = new RegExp(`${START}([^${END}]*)${END}`, 'g');

/** Marks shell code, such as `$TASK`, within a text that will be quoted: the shell shall evaluate it. */
export function toShell(code: string): string {
  return `${START}${code}${END}`;
}

/** The name of a shell variable for an expression: `body.data[0].id` becomes `BODY_DATA_0_ID`. */
export function toVariable(expression: string): string {
  return expression
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^(?=\d)|^_+|_+$/g, '');
}

/** A word of a shell command with exactly this text, and the marked code evaluated. */
export function quoteShell(text: string): string {
  const word = text
    .split(MARKED) // text and code by turns
    .map((part, index) => {
      if (index % 2 === 1) return `"${part}"`;
      return part === '' ? '' : `'${part.replaceAll("'", String.raw`'\''`)}'`;
    })
    .join('');
  return word === '' ? "''" : word;
}

/** The same text where the quotes are double ones already, as in an address. */
export function insideDoubleQuotes(text: string): string {
  return text
    .split(MARKED)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/[\\"`$]/g, (character) => `\\${character}`),
    )
    .join('');
}

/** The text for people, without the marks. */
export function withoutMarks(text: string): string {
  return text.replaceAll(MARKED, '$1');
}
