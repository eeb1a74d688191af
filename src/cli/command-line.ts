import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { closestName } from '../contract/names/closest-name.ts';
import { isOddText } from '../gateway/body/odd-text.ts';
import type { Flags } from '../node/config/config.ts';

/** Parsed arguments, or a one-line error. */
export type CommandLine =
  | { readonly kind: 'read'; readonly flags: Flags; readonly words: readonly string[] }
  | { readonly kind: 'invalid'; readonly message: string };

/** Parses the arguments of a command: declared options and positional words. */
export function readCommandLine(args: readonly string[], options: ParseArgsOptionsConfig): CommandLine {
  const odd = args.find(isOddText);
  if (odd !== undefined) {
    return { kind: 'invalid', message: `${JSON.stringify(odd)} contains U+0000 or an unpaired surrogate.` };
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { kind: 'read', flags: values as Flags, words: positionals }; // no option is declared `multiple`
  } catch (error) {
    return { kind: 'invalid', message: explain(error, Object.keys(options)) };
  }
}

/** A `parseArgs` error in one line, suggesting the option that was probably meant. */
export function explain(error: unknown, options: readonly string[]): string {
  if (!(error instanceof Error)) return String(error);
  const option = /'(?:-\w, )?(--?[^\s'=<]+)/.exec(error.message)?.[1] ?? '';
  switch ('code' in error && error.code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
      if (/^-\d/.test(option))
        return `${option} looks like an option: put -- before a negative number, as in -- ${option}.`;
      const meant = closestName(option, options);
      return `Unknown option ${option}.${meant ? ` Did you mean --${meant}?` : ''}`;
    }
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      if (error.message.includes('ambiguous'))
        return `The option ${option} requires a value; one that begins with a dash is written ${option}=-VALUE.`;
      return error.message.includes('does not take')
        ? `The option ${option} does not take a value.`
        : `The option ${option} requires a value.`;
    case 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL':
      return `Unexpected argument "${/'([^']*)'/.exec(error.message)?.[1] ?? ''}".`;
    default:
      return error.message;
  }
}

/** A one-line usage error that refers to the help. */
export function complainOf(command: string, message: string): 2 {
  return complain(`${message} See: npx gatewright help ${command}\n`);
}

/** Writes to standard output; returns the exit code of success. */
export function print(text: string): 0 {
  process.stdout.write(text);
  return 0;
}

/** Writes to standard error; returns the exit code of a command that did nothing. */
export function complain(text: string): 2 {
  process.stderr.write(text);
  return 2;
}
