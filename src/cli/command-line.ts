import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { isOddText } from '../gateway/body/odd-text.ts';
import type { Flags } from '../node/config.ts';

/** Arguments that were understood, or one line that says which was not. */
export type CommandLine =
  | { readonly kind: 'read'; readonly flags: Flags; readonly words: readonly string[] }
  | { readonly kind: 'invalid'; readonly message: string };

/** Reads the arguments of a command: declared options, and words between them. */
export function readCommandLine(args: readonly string[], options: ParseArgsOptionsConfig): CommandLine {
  const odd = args.find(isOddText);
  if (odd !== undefined) {
    return { kind: 'invalid', message: `${JSON.stringify(odd)} has U+0000 or half of a surrogate pair.` };
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { kind: 'read', flags: values as Flags, words: positionals }; // no option is declared `multiple`
  } catch (error) {
    return { kind: 'invalid', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Writes to standard output; gives the code of a command that did what it was asked. */
export function print(text: string): 0 {
  process.stdout.write(text);
  return 0;
}

/** Writes to standard error; gives the code of a command that did nothing. */
export function complain(text: string): 2 {
  process.stderr.write(text);
  return 2;
}
