import type { Json, JsonObject } from '../../contract/contract.ts';
import { toList, toObject, toText } from '../../contract/json.ts';

/** A property as the model `id` has it. */
export interface PropertyUse {
  readonly id: string;
  readonly property: JsonObject;
  /** The schema that the property refers to, or the property itself. */
  readonly resolved: JsonObject;
}

/** One property that admits what it admits for any of the models; its description says which models have it and how they differ. */
export function mergeProperty(uses: readonly PropertyUse[], isInAll: boolean): JsonObject {
  const [first] = uses.map(({ property }) => property);
  const shapes = uses.map(({ property }) => JSON.stringify(property));
  if (first === undefined) return {};
  // A reference cannot have a description beside it in 3.0, and a union would lose its branches.
  const isWhole = first.$ref !== undefined || first.oneOf !== undefined || first.anyOf !== undefined;
  if (new Set(shapes).size === 1 && (isInAll || isWhole)) return first;
  const description = describe(uses, isInAll);
  return {
    ...mergeShapes(uses.map(({ resolved }) => resolved)),
    ...(description === '' ? {} : { description }),
  };
}

/** A schema that admits what each of them admits: type, format and values, without limits. */
function mergeShapes(shapes: readonly JsonObject[]): JsonObject {
  const types = new Set(shapes.map(({ type }) => toText(type)));
  const [type = ''] = types;
  if (types.size > 1 || type === '') return {};
  const items = shapes.map((shape) => toObject(shape.items));
  return {
    type,
    ...mergeFormats(shapes),
    ...mergeValues(shapes),
    ...(type === 'array' ? { items: mergeShapes(items) } : {}),
    ...(type === 'object' ? toOneObject(shapes) : {}),
    ...(shapes.some((shape) => shape['x-nullable'] === true) ? { 'x-nullable': true } : {}),
  };
}

function mergeFormats(shapes: readonly JsonObject[]): JsonObject {
  const formats = shapes.map(({ format }) => format);
  const format = formats.find((name) => name === 'int64') ?? formats[0];
  return format === undefined ? {} : { format };
}

function mergeValues(shapes: readonly JsonObject[]): JsonObject {
  if (shapes.some((shape) => shape.enum === undefined)) return {};
  const bySpelling = new Map<string, Json>();
  for (const value of shapes.flatMap((shape) => toList(shape.enum))) {
    const spelling = String(value).toLowerCase();
    if (!bySpelling.has(spelling)) bySpelling.set(spelling, value);
  }
  return { enum: [...bySpelling.values()] };
}

function toOneObject([first, ...more]: readonly JsonObject[]): JsonObject {
  return first !== undefined && more.length === 0 ? first : { additionalProperties: true };
}

/** The descriptions from the models; a text that not all of them share is prefixed with their ids. */
function describe(uses: readonly PropertyUse[], isInAll: boolean): string {
  const usesByText = Map.groupBy(uses, ({ resolved }) => toText(resolved.description));
  const texts = [...usesByText].filter(([text]) => text !== '');
  if (texts.length === 1 && isInAll) return texts[0]?.[0] ?? '';
  const listIds = (some: readonly PropertyUse[]) => some.map(({ id }) => `\`${id}\``).join(', ');
  return texts.map(([text, some]) => `${listIds(some)}: ${text}`).join(' ');
}
