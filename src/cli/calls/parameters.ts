import { SET_FLAG, TASK_FLAGS } from './own-flags.ts';

/** A parameter of a model, as a flag takes it. */
export interface Parameter {
  /** Field of the request body. */
  readonly name: string;
  /** Name of the flag, without dashes. */
  readonly flag: string;
  readonly kind: 'text' | 'number' | 'switch' | 'list' | 'json';
  /** Its value when it is left out, as it is written in a flag; undefined when there is none. */
  readonly byDefault: string | undefined;
  /** The values of an enumeration; empty when others are possible. */
  readonly allowed: readonly string[];
  /** The smallest and the largest number allowed; each undefined where there is no such limit. */
  readonly range: { readonly min: number | undefined; readonly max: number | undefined };
  readonly description: string;
  /** Still accepted, but no longer recommended. */
  readonly isDeprecated: boolean;
}

/** Fields of a request that a flag of every command sets, or that the client does. */
const NOT_FLAGS: readonly string[] = ['model', 'messages', 'stream', 'stream_options'];

/** What a flag can be named: a word that begins with no dash, without control characters. */
const FLAG_NAME = /^[^\p{C}-][^\p{C}]*$/u;

/** The parameters in the JSON Schema of a request body (section 2.2), in its order; those that it forbids are left out. */
export function readParameters(schema: Readonly<Record<string, unknown>>): readonly Parameter[] {
  return Object.entries(Object(schema.properties ?? {}) as Record<string, unknown>).flatMap(
    ([name, value]) =>
      typeof value === 'object' &&
      value !== null &&
      !isForbidden(value) &&
      FLAG_NAME.test(name) &&
      !NOT_FLAGS.includes(name)
        ? [readParameter(name, value as PropertySchema)]
        : [],
  );
}

/** Published schemas forbid a field by `not` anything; those of other gateways may have `false`. */
function isForbidden(property: object): boolean {
  return JSON.stringify(Reflect.get(property, 'not')) === '{}';
}

/** The keywords of a property that are read here; another gateway may send anything in them. */
interface PropertySchema {
  readonly type?: unknown;
  readonly oneOf?: unknown;
  readonly enum?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly default?: unknown;
  readonly description?: unknown;
  readonly deprecated?: unknown;
}

function readParameter(name: string, schema: PropertySchema): Parameter {
  const { default: byDefault, description } = schema;
  const values = Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null) : [];
  return {
    name,
    flag: toFlag(name),
    kind: kindOf(typesOf(schema)),
    byDefault: byDefault === undefined || byDefault === null ? undefined : toText(byDefault),
    allowed: withoutSpellings(values.map(toText)),
    range: { min: toNumber(schema.minimum), max: toNumber(schema.maximum) },
    description: typeof description === 'string' ? description : '',
    isDeprecated: schema.deprecated === true,
  };
}

/** `image_urls` as `image-urls`; a field with the name of a flag of the commands, such as `out`, as `field-out`. */
export function toFlag(name: string): string {
  const flag = name.replaceAll('_', '-');
  return Object.hasOwn(TASK_FLAGS, flag) || Object.hasOwn(SET_FLAG, flag) ? `field-${flag}` : flag;
}

/** `2k` is another spelling of `2K`. */
function withoutSpellings(values: readonly string[]): readonly string[] {
  return values.filter((value, index) => {
    const plain = value.toUpperCase();
    return values.findIndex((other) => other.toUpperCase() === plain) === index;
  });
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** All types that a value may have; empty when nothing is said about it. */
function typesOf({ type, oneOf }: PropertySchema): readonly unknown[] {
  const choices = Array.isArray(oneOf)
    ? oneOf.map((choice: unknown) => Reflect.get(Object(choice), 'type'))
    : [];
  return [type, ...choices].flat();
}

function kindOf(types: readonly unknown[]): Parameter['kind'] {
  if (types.includes('array')) return 'list';
  if (types.includes('object')) return 'json';
  if (types.includes('boolean')) return 'switch';
  return types.includes('integer') || types.includes('number') ? 'number' : 'text';
}
