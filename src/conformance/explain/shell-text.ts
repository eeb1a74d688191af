/** Text for a shell: literal strings, and code that the shell evaluates. */
export type ShellText = readonly (string | ShellCode)[];

/** Shell code, such as `$TASK`. A type of its own, so that no string is evaluated by accident. */
export interface ShellCode {
  readonly code: string;
}

/** The name of a shell variable for an expression: `body.data[0].id` becomes `BODY_DATA_0_ID`. */
export function toVariable(expression: string): string {
  return expression
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^(?=\d)|^_+|_+$/g, '');
}

/** Quotes a text as one word of a shell command; only its code is evaluated. */
export function quoteShell(text: ShellText): string {
  const word = text
    .map((part) => {
      if (typeof part !== 'string') return `"${part.code}"`;
      return part === '' ? '' : `'${part.replaceAll("'", String.raw`'\''`)}'`;
    })
    .join('');
  return word === '' ? "''" : word;
}

/** Escapes a text for use inside double quotes, as in an address. */
export function insideDoubleQuotes(text: ShellText): string {
  return text
    .map((part) =>
      typeof part === 'string' ? part.replaceAll(/[\\"`$]/g, (character) => `\\${character}`) : part.code,
    )
    .join('');
}
