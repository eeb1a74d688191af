import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { closestName } from '../contract/names/closest-name.ts';
import { isOddText } from '../contract/violations/odd-text.ts';
import type { Flags } from '../node/config/config.ts';
import { refuseArguments } from './options/refusal.ts';

/** Parsed arguments. */
export interface CommandLine {
  readonly flags: Flags;
  readonly words: readonly string[];
}

/**
 * Parses the arguments of a command: its options, `--help`, and at most `most` words unless help is asked for. Throws a
 * `ArgumentError`.
 */
export function readCommandLine(
  args: readonly string[],
  own: ParseArgsOptionsConfig,
  most: number,
): CommandLine {
  const options = { ...own, help: { type: 'boolean', short: 'h' } } as const;
  return readArguments(args, options, () => {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const extra = values.help ? undefined : positionals[most];
    if (extra !== undefined) refuseArguments(`Unexpected argument "${extra}".`);
    return { flags: values as Flags, words: positionals }; // no option is declared `multiple`
  });
}

/** What `read` makes of the arguments; an option or a value that it throws for is an `ArgumentError`. */
export function readArguments<Read>(
  args: readonly string[],
  options: ParseArgsOptionsConfig,
  read: () => Read,
): Read {
  expectPlainText(args);
  try {
    return read();
  } catch (error) {
    return refuseArguments(explain(error, Object.keys(options)));
  }
}

/** Refuses characters that no request or database can hold. */
export function expectPlainText(args: readonly string[]): void {
  const odd = args.find(isOddText);
  if (odd !== undefined) refuseArguments(`${JSON.stringify(odd)} contains U+0000 or an unpaired surrogate.`);
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

/** Writes to standard output; returns the exit code of success. */
export function print(text: string): 0 {
  process.stdout.write(text);
  return 0;
}

/** Writes to standard error; returns the exit code of a command that did nothing. */
export function printError(text: string): 2 {
  process.stderr.write(text);
  return 2;
}
