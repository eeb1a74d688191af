import type { JsonObject } from '../../contract/contract.ts';
import { stringList, toEntries, toList, toObject, toText } from '../../contract/json.ts';
import { findReferences, SCHEMA_PREFIX } from '../../emit/documents/references.ts';
import { inPlace, isRecord, nameObjects, type TypeWords, typeName } from '../named-types.ts';
import { listSdkOperations } from '../sdk-document.ts';
import { toPascal } from '../to-pascal.ts';

/** A type of the SDK. */
export interface JavaRecord {
  readonly name: string;
  readonly description: string;
  readonly members: readonly JavaMember[];
  /** Whether users build it. */
  readonly isBuilt: boolean;
  /** Whether it keeps members that it does not know. */
  readonly isOpen: boolean;
}

/** A member of a type. */
export interface JavaMember {
  /** In JSON. */
  readonly key: string;
  readonly name: string;
  /** As a reference, such as `Long` or `List<String>`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** The values that it may have, if they are listed. */
  readonly values: readonly string[];
  /** The only value that it may have. */
  readonly constant: string | undefined;
}

/** The types of a document: one for each object, simple types in their place. */
export function listJavaRecords(document: JsonObject): readonly JavaRecord[] {
  const schemas = nameObjects(document);
  const requests = listSdkOperations(document).flatMap((operation) => operation.requests);
  const sent = requests.map((name) => ({ $ref: SCHEMA_PREFIX + name }));
  const built = findReferences({ components: { schemas } }, sent);
  return toEntries(schemas)
    .filter(([, schema]) => isRecord(schema))
    .map(([name, schema]) => toRecord(name, toObject(schema), schemas, built.has(SCHEMA_PREFIX + name)));
}

/** The name of the Java type of a schema: a type must not hide those that generated sources use. */
export function toJavaName(schema: string): string {
  return HIDING.has(schema) ? `${schema}Model` : schema;
}

const HIDING = new Set([
  ...['Boolean', 'Builder', 'Double', 'Long', 'Object', 'Override', 'String'],
  ...['List', 'Map', 'TextOr', 'ImageRequest', 'VideoRequest'],
  ...['JsonAnyGetter', 'JsonAnySetter', 'JsonInclude', 'JsonProperty'],
]);

function toRecord(name: string, schema: JsonObject, schemas: JsonObject, isBuilt: boolean): JavaRecord {
  const required = new Set(stringList(schema.required));
  const taken = new Set(TAKEN);
  return {
    name: toJavaName(name),
    description: toText(schema.description),
    isBuilt,
    isOpen: schema.additionalProperties === true,
    members: toEntries(schema.properties).map(([key, property]) => ({
      key,
      name: toMemberName(key, taken),
      type: typeName(property, schemas, WORDS),
      isRequired: required.has(key),
      ...aboutValues(toObject(property), schemas),
    })),
  };
}

function aboutValues(
  property: JsonObject,
  schemas: JsonObject,
): Pick<JavaMember, 'description' | 'values' | 'constant'> {
  const target = inPlace(property, schemas);
  const values = toList(target.enum);
  const [only] = values;
  return {
    description: toText(property.description) || toText(target.description),
    values: (values.length > 1 ? values : toList(target['x-extensible-enum'])).map(String),
    constant: values.length === 1 && typeof only === 'string' ? only : undefined,
  };
}

const WORDS: TypeWords = {
  simple: { string: 'String', integer: 'Long', number: 'Double', boolean: 'Boolean' },
  any: 'Object',
  record: toJavaName,
  list: (item) => `List<${item}>`,
  map: (value = 'Object') => `Map<String, ${value}>`,
  textOr: (other) => `TextOr<${other}>`,
};

/** `image_urls` as `imageUrls`; a name that is taken gets an underscore. */
function toMemberName(key: string, taken: Set<string>): string {
  const pascal = toPascal(key);
  let name = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  while (/^\d|^$/.test(name) || taken.has(name)) name = `_${name}`;
  taken.add(name);
  return name;
}

/** What the language, and records, have taken. */
const TAKEN: readonly string[] =
  `_ abstract assert boolean break byte case catch char class const continue default do double else enum extends false final
  finally float for goto if implements import instanceof int interface long native new null package private protected public
  return short static strictfp super switch synchronized this throw throws transient true try void volatile while
  additionalProperties build builder clone finalize getClass hashCode notify notifyAll toString wait`.split(
    /\s+/,
  );
