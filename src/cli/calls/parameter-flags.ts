import type { ParseArgsOptionsConfig } from 'node:util';
import { refuse, refuseSetting } from '../options/refusal.ts';
import { SET_FLAG } from './own-flags.ts';
import type { Parameter } from './parameters.ts';

/** Values of flags as `parseArgs` has them. */
export type FlagValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** A list of references has a second, short flag: `--image` for `image_urls`. */
const REFERENCES = /-urls$/;

/** The options of `parseArgs` for the parameters of a model, and `--set` for any further field. */
export function toOptions(parameters: readonly Parameter[]): ParseArgsOptionsConfig {
  const options: ParseArgsOptionsConfig = { ...SET_FLAG };
  for (const { flag, kind } of parameters) {
    options[flag] = { type: kind === 'switch' ? 'boolean' : 'string', multiple: kind === 'list' };
    for (const short of shortFlag(flag)) options[short] = { type: 'string', multiple: true };
  }
  return options;
}

/** The short flag of a list of references; none for another parameter. */
export function shortFlag(flag: string): readonly string[] {
  return REFERENCES.test(flag) ? [flag.replace(REFERENCES, '')] : [];
}

/** The fields of the request body. A value of the wrong type stays text: the contract says what it must be. */
export function toFields(values: FlagValues, parameters: readonly Parameter[]): Record<string, unknown> {
  const fields = parameters.flatMap((parameter) => {
    const value = toValue(values, parameter);
    return value === undefined ? [] : [[parameter.name, value] as const];
  });
  const all = [...fields, ...readSet(values.set)];
  const names = all.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  return twice === undefined ? Object.fromEntries(all) : refuse(`${twice} is given twice.`);
}

function toValue(values: FlagValues, { flag, kind }: Parameter): unknown {
  const value = values[flag];
  if (kind === 'list') {
    const given = [flag, ...shortFlag(flag)].flatMap((name) => values[name] ?? []);
    return given.length > 0 ? given : undefined;
  }
  if (typeof value !== 'string') return value;
  if (kind === 'number') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return kind === 'json' ? parseJson(flag, value) : value;
}

function parseJson(flag: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuseSetting(flag, text, 'be JSON');
  }
}

/** `--set name=value`: the value is JSON if it can be, text otherwise. */
function readSet(given: FlagValues[string]): readonly (readonly [string, unknown])[] {
  return [given ?? []].flat().map((text) => {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(String(text)) ?? [];
    return name === ''
      ? refuse(`--set must be NAME=VALUE; got ${text}.`)
      : ([name, parseLoosely(value)] as const);
  });
}

function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
