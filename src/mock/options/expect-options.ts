import { closestName, didYouMean } from '../../contract/names/closest-name.ts';

/** What the value of an option must be. */
export interface OptionRule {
  /** The end of the sentence that refuses others, such as `be a folder`. */
  readonly must: string;
  allows(value: unknown): boolean;
}

/** The options of a function, by name. */
export type OptionRules<Options> = Readonly<Record<keyof Options, OptionRule>>;

/** Throws a `TypeError` for what the types exclude: programs without types would never learn that an option has no effect. */
export function expectOptions<Options>(
  caller: string,
  options: unknown,
  rules: OptionRules<Options>,
): asserts options is Options {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new TypeError(`${caller} takes its options as an object; got ${show(options)}.`);
  const known: Readonly<Record<string, OptionRule>> = rules;
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!rule) throw new TypeError(explainUnknown(caller, name, Object.keys(known)));
    if (value !== undefined && !rule.allows(value))
      throw new TypeError(`${name} must ${rule.must}; got ${show(value)}.`);
  }
}

function explainUnknown(caller: string, name: string, known: readonly string[]): string {
  const meant = didYouMean(closestName(name, known)) || ` Its options are ${known.join(', ')}.`;
  return `${caller} has no option ${name}.${meant}`;
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
