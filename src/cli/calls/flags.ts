import { type ParseArgsConfig, type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { expectPlainText, explain } from '../command-line.ts';
import { refuse } from '../options/refusal.ts';
import type { ModelContract } from './model-contract.ts';
import { CALL_FLAGS } from './own-flags.ts';
import { type FlagValues, toOptions } from './parameter-flags.ts';

/** What decides which other flags there are: read before they are known. */
export interface EarlyFlags {
  readonly model: string | undefined;
  readonly url: string | undefined;
  readonly key: string | undefined;
  /** A task that was submitted before. */
  readonly task: string | undefined;
  readonly help: boolean;
}

/** Reads the model among flags that are not known yet. */
export function readEarly(args: readonly string[]): EarlyFlags {
  expectPlainText(args);
  const options = { ...CALL_FLAGS, task: { type: 'string' } } as const;
  const { values } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true });
  const text = (name: 'model' | 'url' | 'key' | 'task') => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined; // true: its value is missing, which strict parsing tells
  };
  const help = values.help === true;
  return { model: text('model'), url: text('url'), key: text('key'), task: text('task'), help };
}

/** Reads all flags: those of the command, and those of the model, if there is one. */
export function readFlags(
  args: readonly string[],
  own: ParseArgsOptionsConfig,
  contract: ModelContract | undefined,
): FlagValues {
  const options = { ...(contract && toOptions(contract.parameters)), ...own };
  try {
    const { values, positionals } = parseOnce({
      args: [...args],
      options,
      allowPositionals: true,
      allowNegative: true,
    });
    const [odd] = positionals;
    if (odd === undefined) return values;
    const isPrompt = values.prompt === undefined && 'prompt' in options;
    return refuse(`Unexpected argument "${odd}".${isPrompt ? ` Pass the prompt as --prompt "${odd}".` : ''}`);
  } catch (error) {
    return refuse(explainFlag(error, Object.keys(options), contract));
  }
}

/** `parseArgs`, which takes the last of several values, but refuses an option that is given twice: only one of them could be paid. */
function parseOnce<Config extends ParseArgsConfig>(config: Config) {
  const parsed = parseArgs(config);
  const { tokens = [] } = parseArgs({ ...config, tokens: true });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option' || config.options?.[token.name]?.multiple) continue;
    if (seen.has(token.name) && token.value !== undefined)
      refuse(`The option --${token.name} is given twice.`);
    seen.add(token.name);
  }
  return parsed;
}

/** An unknown flag is reported with those of the model, or with the reason why the model has none of this name. */
function explainFlag(
  error: unknown,
  options: readonly string[],
  contract: ModelContract | undefined,
): string {
  const message = explain(error, options);
  const [, flag] = /^Unknown option --([^ ]+)\.$/.exec(message) ?? [];
  if (flag === undefined) return message;
  if (!contract) return `${message} With --task, nothing is submitted.`;
  const forbidden = contract.model?.forbidden[flag.replaceAll('-', '_')];
  if (forbidden !== undefined) return `${message} ${forbidden}.`;
  if (contract.parameters.length === 0)
    return `${message} The parameters of ${contract.name} are not known here: --set NAME=VALUE sends any field.`;
  const known = contract.parameters.map((parameter) => `--${parameter.flag}`).join(', ');
  return `${message} ${contract.name} has ${known}.`;
}
