import type { Json, JsonObject } from '../contract/contract.ts';
import { isObject, resolve, stringList, toEntries, toList, toObject } from '../contract/json.ts';
import { extend, type ObjectPair, type SchemaChange } from './breaking-change.ts';
import { compareLimits } from './compare-limits.ts';

/** The two documents that local references point into, and the schemas that are compared elsewhere. */
export interface SchemaContext {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly skip?: (reference: string) => boolean;
  /** Names of models that have a request schema of their own in the `after` document. */
  readonly models?: ReadonlySet<string>;
}

/** Two versions of one request schema, and its location. */
export interface SchemaPair {
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly pointer: string;
}

/** Every way in which the `after` schema refuses a value that the `before` schema accepted. */
export function compareSchemas(context: SchemaContext, pair: SchemaPair): readonly SchemaChange[] {
  return compare({ ...context, seen: new Set() }, pair);
}

interface Walk extends SchemaContext {
  readonly seen: Set<string>;
}

function compare(walk: Walk, pair: SchemaPair): readonly SchemaChange[] {
  if (isNullable(pair.before) || isNullable(pair.after)) return compareNullable(walk, pair);
  const reference = toObject(pair.before).$ref;
  if (typeof reference === 'string') {
    if (walk.skip?.(reference) || walk.seen.has(reference)) return [];
    walk.seen.add(reference);
  }
  const before = resolve(walk.before, pair.before);
  const after = resolve(walk.after, pair.after);
  const pointer = pointerOf(pair);
  if (after === false && before !== false)
    return [{ pointer, what: 'is forbidden now', advice: 'accept and ignore it instead' }];
  if (after === undefined || after === true || before === false) return [];
  return compareObjects(walk, { before: toObject(before), after: toObject(after), pointer });
}

/** Where a pair is: at the target of a reference that both versions have. */
export function pointerOf({ before, after, pointer }: SchemaPair): string {
  const { $ref } = toObject(before);
  return typeof $ref === 'string' && $ref === toObject(after).$ref ? $ref.slice(1) : pointer;
}

/** Whether a schema is a union of another one and `null`, which an optional member may be. */
function isNullable(schema: Json | undefined): boolean {
  const branches = toList(toObject(schema).anyOf);
  return branches.length === 2 && toObject(branches[1]).type === 'null';
}

function compareNullable(walk: Walk, { before, after, pointer }: SchemaPair): readonly SchemaChange[] {
  const lost = { pointer, what: 'null is no longer allowed', advice: 'treat it as absent' };
  const changes = compare(walk, { before: withoutNull(before), after: withoutNull(after), pointer });
  return isNullable(before) && !isNullable(after) ? [lost, ...changes] : changes;
}

/** A schema without the `null` that an optional member may be. */
export function withoutNull(schema: Json | undefined): Json | undefined {
  if (!isNullable(schema)) return schema;
  const { anyOf, ...beside } = toObject(schema);
  return { ...toObject(toList(anyOf)[0]), ...beside };
}

/** A name that the body for unknown models now excludes, because it has a model of its own, is not refused: it moved. */
function withoutNewModels({ models }: Walk, { before, after }: ObjectPair): JsonObject {
  const was = toObject(before.not).enum;
  const now = toObject(after.not).enum;
  if (!Array.isArray(was) || !Array.isArray(now)) return after;
  const isNew = (name: Json) => !was.includes(name) && models?.has(String(name)) === true;
  return { ...after, not: { ...toObject(after.not), enum: now.filter((name: Json) => !isNew(name)) } };
}

function compareObjects(walk: Walk, pair: ObjectPair): readonly SchemaChange[] {
  const { before, after, pointer } = pair;
  return [
    ...compareLimits({ before, after: withoutNewModels(walk, pair), pointer }),
    ...compareRequired(pair),
    ...compareProperties(walk, pair),
    ...compareAdditional(walk, pair),
    ...(after.items === undefined
      ? []
      : compare(walk, { before: before.items, after: after.items, pointer: extend(pointer, 'items') })),
    ...['oneOf', 'anyOf', 'allOf'].flatMap((keyword) => compareBranches(walk, pair, keyword)),
    ...compareRules(pair),
  ];
}

function compareRequired({ before, after, pointer }: ObjectPair): readonly SchemaChange[] {
  const was = stringList(before.required);
  const added = stringList(after.required).filter((name) => !was.includes(name));
  const place = { pointer: extend(pointer, 'required'), advice: 'give it a default instead' };
  return added.map((name) => ({ ...place, what: `"${name}" is now required` }));
}

function compareProperties(walk: Walk, pair: ObjectPair): readonly SchemaChange[] {
  const before = toObject(pair.before.properties);
  const after = toObject(pair.after.properties);
  const changes = toEntries(before).flatMap(([name, property]): readonly SchemaChange[] => {
    const pointer = extend(pair.pointer, 'properties', name);
    if (after[name] !== undefined) return compare(walk, { before: property, after: after[name], pointer });
    return property === false
      ? []
      : [{ pointer, what: 'property is gone', advice: 'keep it; mark it deprecated' }];
  });
  const forbidden = toEntries(after).filter(
    ([name, property]) => property === false && before[name] === undefined,
  );
  const more = forbidden.map(([name]) => ({
    pointer: extend(pair.pointer, 'properties', name),
    what: 'was passed through, is forbidden now',
    advice: 'accept and ignore it instead',
  }));
  return [...changes, ...more];
}

function compareAdditional(walk: Walk, { before, after, pointer }: ObjectPair): readonly SchemaChange[] {
  if (after.additionalProperties === undefined) return [];
  const place = { pointer: extend(pointer, 'additionalProperties') };
  return compare(walk, { before: before.additionalProperties, after: after.additionalProperties, ...place });
}

/** Branches are matched by equality, then by reference, title or `model`, finally by position. */
function compareBranches(
  walk: Walk,
  { before, after, pointer }: ObjectPair,
  keyword: string,
): readonly SchemaChange[] {
  const was = toList(before[keyword]);
  const now = toList(after[keyword]);
  const at = extend(pointer, keyword);
  if (now.length === 0) return [];
  if (was.length === 0)
    return [{ pointer: at, what: `${keyword} is new`, advice: 'accept what was accepted before' }];
  const equal = new Set(now.map((branch) => JSON.stringify(branch)));
  const [kept, extra] = [new Set<number>(), keyword === 'allOf'];
  const changes = was.flatMap((branch, index): readonly SchemaChange[] => {
    const name = toBranchName(walk.before, branch);
    const match = now.findIndex((candidate, position) => {
      const other = toBranchName(walk.after, candidate);
      return name === other && (name !== undefined || index === position);
    });
    kept.add(match);
    if (equal.has(JSON.stringify(branch)) && typeof toObject(branch).$ref !== 'string') return [];
    if (match >= 0) return compare(walk, { before: branch, after: now[match], pointer: extend(at, match) });
    return extra ? [] : [{ pointer: extend(at, index), what: 'alternative is gone', advice: 'keep it' }];
  });
  const added = extra ? now.filter((_, index) => !kept.has(index)) : [];
  return [
    ...changes,
    ...added.map(() => ({ pointer: at, what: 'another condition', advice: 'check it elsewhere' })),
  ];
}

function toBranchName(document: JsonObject, branch: Json): string | undefined {
  const { $ref } = toObject(branch);
  if (typeof $ref === 'string') return $ref;
  const { title } = toObject(resolve(document, branch));
  return typeof title === 'string' ? title : undefined;
}

/** Rules beyond JSON Schema: a new or changed one may refuse what was accepted. */
function compareRules({ before, after, pointer }: ObjectPair): readonly SchemaChange[] {
  const was = new Map(
    toList(before['x-validations']).map((rule) => [toObject(rule).id, toObject(rule).rule]),
  );
  return toList(after['x-validations']).flatMap((rule, index): readonly SchemaChange[] => {
    if (!isObject(rule) || was.get(rule.id) === rule.rule) return [];
    const verb = was.has(rule.id) ? 'has another expression' : 'is new';
    const advice = 'apply it from the next schema_version of a new model on';
    return [
      { pointer: extend(pointer, 'x-validations', index), what: `rule "${String(rule.id)}" ${verb}`, advice },
    ];
  });
}
