import type { ErrorObject } from 'ajv/dist/2020.js';
import { closestName } from '../../../../src/contract/names/closest-name.ts';
import type { Json, JsonObject } from '../../contract.ts';
import { isObject, memberOf, resolve, toList, toObject } from '../../json.ts';
import { createDialect } from '../../models/dialect.ts';
import { memberNames } from '../wish.ts';

/** An unknown member of an object of a contract file. */
export interface UnknownMember {
  readonly error: ErrorObject;
  /** JSON pointer of the object. */
  readonly at: string;
  readonly name: string;
  /** The known member that it was probably meant to be. */
  readonly meant: string | undefined;
  /** Where the member belongs instead, as the rest of a sentence. */
  readonly place: string | undefined;
  /** The known members of the object. */
  readonly known: readonly string[];
}

/** The unknown members among the errors of ajv with `verbose`, each with what it was probably meant to be. */
export function findUnknownMembers(
  errors: readonly ErrorObject[],
  dialect: JsonObject,
): readonly UnknownMember[] {
  const taken = new Set<string>();
  return errors
    .filter(({ keyword }) => keyword === 'additionalProperties')
    .map((error) => {
      const { instancePath: at, parentSchema, params } = error;
      const name = String(params.additionalProperty);
      const known = memberNames(parentSchema);
      const missing = missingAt(errors, at).filter((member) => !taken.has(`${at}/${member}`));
      const isField = at === '' && isFieldLike(memberOf(error.data, name));
      const meant = isField ? undefined : findMeant(error, missing, dialect);
      if (meant !== undefined) taken.add(`${at}/${meant}`);
      const place = isField ? 'a field of the request belongs in "properties"' : findPlace(name, at, dialect);
      return { error, at, name, meant, place, known };
    });
}

function missingAt(errors: readonly ErrorObject[], at: string): readonly string[] {
  return errors
    .filter(({ keyword, instancePath }) => keyword === 'required' && instancePath === at)
    .map(({ params }) => String(params.missingProperty));
}

/** The member with the closest spelling, else a missing one that the value fits. */
function findMeant(
  { data, params, parentSchema }: ErrorObject,
  missing: readonly string[],
  dialect: JsonObject,
): string | undefined {
  const name = String(params.additionalProperty);
  const value = memberOf(data, name);
  const known = memberNames(parentSchema);
  const close = closestName(name, known) ?? findLikely(name, missing);
  if (close !== undefined) return close;
  const isBare = missing.length > 1 && missing.length === toList(parentSchema?.required).length;
  const schemas = isBare ? {} : toObject(parentSchema?.properties);
  const fitting = missing.filter(
    (member) => schemas[member] !== undefined && canBe(value, schemas[member], dialect),
  );
  if (fitting.length === 1) return fitting[0];
  const limits: Readonly<Record<string, string>> = { string: 'Length', array: 'Items', object: 'Properties' };
  const limit = `${name}${limits[String(memberOf(data, 'type'))] ?? ''}`; // "min" of a string is "minLength"
  return known.includes(limit) ? limit : findLikely(name, known);
}

/** Whether a value could be intended for a schema: of its type, and of its form apart from the quotes. */
function canBe(value: Json | undefined, schema: Json | undefined, dialect: JsonObject): boolean {
  const target = toObject(isObject(schema) ? resolve(dialect, schema) : schema);
  const { type, enum: values, pattern } = target;
  const isList = Array.isArray(value);
  if (type === 'array') return isList;
  if (type === 'object') return isObject(value);
  if (isList || isObject(value)) return false;
  const text = String(value);
  if (Array.isArray(values)) return values.some((member: Json) => String(member) === text);
  if (type === 'integer' || type === 'number') return text.trim() !== '' && Number.isFinite(Number(text));
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text);
}

/** True for the schema of a field, whose braces or name are in the wrong place. */
function isFieldLike(value: Json | undefined): boolean {
  return isObject(value) && ('$ref' in value || typeof value.type === 'string');
}

/** The only other object of a model file that has a member of this name. */
function findPlace(name: string, at: string, root: JsonObject): string | undefined {
  const { memberNames: namesOf, memberSchema } = createDialect(root);
  if (at !== '' && namesOf(root).includes(name)) return 'it belongs at the top of the file';
  const owners = namesOf(root).filter(
    (owner) => owner.startsWith('x-') && namesOf(memberSchema(root, owner)).includes(name),
  );
  return owners.length === 1 && `/${owners[0]}` !== at ? `it belongs in ${owners[0]}` : undefined;
}

/** The closest name, or else the shortest candidate that begins with `name`, that `name` begins with, or that has all its words. */
function findLikely(name: string, candidates: readonly string[]): string | undefined {
  const isLike = (candidate: string) => {
    const [short, long] = name.length < candidate.length ? [name, candidate] : [candidate, name];
    const words = wordsOf(long);
    return (
      short.length > 2 && (long.startsWith(short) || wordsOf(short).every((word) => words.includes(word)))
    );
  };
  const alike = candidates.filter(isLike).sort((left, right) => left.length - right.length);
  return closestName(name, candidates) ?? alike[0];
}

function wordsOf(name: string): readonly string[] {
  return name.toLowerCase().split(/[^a-z0-9]+/);
}
