/** Text for a shell: strings that mean themselves, whatever they contain, and code that the shell evaluates. */
export type ShellText = readonly (string | ShellCode)[];

/** Shell code, such as `$TASK`. Only whoever writes it as code makes it: no string can become it. */
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

/** A word of a shell command with exactly this text, and the code evaluated. */
export function quoteShell(text: ShellText): string {
  const word = text
    .map((part) => {
      if (typeof part !== 'string') return `"${part.code}"`;
      return part === '' ? '' : `'${part.replaceAll("'", String.raw`'\''`)}'`;
    })
    .join('');
  return word === '' ? "''" : word;
}

/** The same text where the quotes are double ones already, as in an address. */
export function insideDoubleQuotes(text: ShellText): string {
  return text
    .map((part) =>
      typeof part === 'string' ? part.replaceAll(/[\\"`$]/g, (character) => `\\${character}`) : part.code,
    )
    .join('');
}
