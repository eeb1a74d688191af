import type { Json, JsonObject } from '../contract.ts';
import { filterMembers, isObject, omit, stringList, toEntries, toObject } from '../json.ts';
import { withReferencePatterns } from './reference-pattern.ts';

/** The members of `x-model` in the order in which they are published. */
const IDENTITY = [
  ...['id', 'spellings', 'owned_by', 'created', 'category', 'capability_tags'],
  ...['operation', 'method', 'endpoint', 'endpoints', 'supported_endpoint_types', 'schema_version'],
];

/** What a model file gets from elsewhere. */
export interface ModelBase {
  /** The file name without its extension, which is the title. */
  readonly name: string;
  /** The file of its operation in `schemas/operations/`; empty when there is none. */
  readonly operation: JsonObject;
  /** The file of its family in `schemas/common/`; empty when there is none. */
  readonly family: JsonObject;
}

/**
 * Expands a model file: fills in what follows from its name, its id and its operation, keeping what it declares itself.
 * Malformed members stay as they are, for the lint to report.
 */
export function expandModel(written: JsonObject, { name, operation, family }: ModelBase): JsonObject {
  const { title = name, description, type = 'object', required, properties, ...rest } = written;
  const {
    additionalProperties = true,
    'x-model': identity,
    ...keywords
  } = omit(rest, ['$schema', '$comment']);
  const model = isObject(identity) ? expandIdentity(identity, operation) : identity;
  return defined({
    title,
    description,
    type,
    required: [...new Set(['model', ...stringList(operation.required), ...stringList(required)])],
    ...filterMembers(keywords, (name) => !name.startsWith('x-')),
    properties: isObject(properties ?? {})
      ? withReferencePatterns(
          expandProperties(toObject(properties), toObject(model), operation),
          rest['x-media'] ?? family['x-media'],
        )
      : properties,
    additionalProperties,
    ...filterMembers(keywords, (name) => name.startsWith('x-')),
    'x-model': model,
  });
}

function expandIdentity(written: JsonObject, operation: JsonObject): JsonObject {
  const { provenance: known, ...shared } = toObject(operation['x-model']);
  const { provenance, ...own } = written;
  const spellings = typeof own.id === 'string' ? [own.id] : undefined;
  const all: JsonObject = { spellings, ...shared, ...own };
  const ordered = Object.fromEntries(IDENTITY.map((member) => [member, all[member]]));
  return defined({
    ...ordered,
    ...omit(all, IDENTITY),
    provenance: isObject(provenance ?? {})
      ? { ...inheritedProvenance(operation, { known: toObject(known), own }), ...toObject(provenance) }
      : provenance,
  });
}

/** The provenance of the members that the operation provides: their own, else that of the whole file. */
function inheritedProvenance(
  operation: JsonObject,
  { known, own }: { readonly known: JsonObject; readonly own: JsonObject },
): JsonObject {
  const given = ['operation', ...Object.keys(omit(toObject(operation['x-model']), ['provenance']))];
  return Object.fromEntries(
    given.flatMap((member) => {
      const source = known[member] ?? operation['x-provenance'];
      const isGiven = member === 'operation' ? member in known : !(member in own);
      return isGiven && source !== undefined ? [[member, source]] : [];
    }),
  );
}

/** `model` first, then the operation's required properties, the model's own, and the operation's optional ones. */
function expandProperties(own: JsonObject, model: JsonObject, operation: JsonObject): JsonObject {
  const required = stringList(operation.required);
  const offered = toEntries(operation.properties).filter(([name]) => !(name in own));
  return {
    model: modelProperty(stringList(model.spellings), own.model),
    ...Object.fromEntries(offered.filter(([name]) => required.includes(name))),
    ...omit(own, ['model']),
    ...Object.fromEntries(offered.filter(([name]) => !required.includes(name))),
  };
}

function modelProperty(spellings: readonly string[], written: Json | undefined): Json {
  if (written !== undefined && !isObject(written)) return written;
  const description = spellings.length > 1 ? 'Model id, in any accepted spelling.' : 'Model id.';
  return { type: 'string', ...(spellings.length > 0 ? { enum: spellings } : {}), description, ...written };
}

function defined(object: JsonObject): JsonObject {
  return filterMembers(object, (_, value) => value !== undefined);
}
