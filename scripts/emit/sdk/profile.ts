import type { Emitter, JsonObject, ModelSource } from '../../contract/contract.ts';
import { schemasOf, withSchemas } from '../../contract/documents/parts.ts';
import { mapMembers, mapObjects, omit, toObject, toText } from '../../contract/json.ts';
import { toJson } from '../banner.ts';
import { mapSchemas } from '../documents/schema-walk.ts';
import { dropUnusedComponents } from './components.ts';
import { separateDirections } from './directions.ts';
import { unifyErrors } from './errors.ts';
import { dropQuotingExamples } from './examples.ts';
import { toFlatProfile, toOneRequest } from './flat.ts';
import { dropTransportHeaders } from './headers.ts';
import { nameUnions } from './named-unions.ts';
import { toOpenApi30 } from './openapi30.ts';
import { dropLinked, toPlainPaths } from './operations.ts';
import { type CanonicalIds, toPlainSchema } from './schemas.ts';
import { closeUnions } from './unions.ts';

/**
 * Emits `openapi.sdk.json` (3.1), `openapi.sdk-3.0.json` and `openapi.sdk-flat-3.0.json`: the document in the plain form that
 * SDK generators handle, the last one without unions.
 * What a generator cannot express is left out, never made stricter; the service still checks it.
 */
export const emitSdkProfile: Emitter = async ({ document, models }) => {
  const profile = toSdkProfile(document, models);
  return [
    { path: 'openapi.sdk.json', text: toJson('x-generated', toSdkForm(profile, '3.1')) },
    { path: 'openapi.sdk-3.0.json', text: toJson('x-generated', toSdkForm(profile, '3.0')) },
    { path: 'openapi.sdk-flat-3.0.json', text: toJson('x-generated', toSdkForm(profile, 'flat')) },
  ];
};

/** The forms of the SDK profile: in OpenAPI 3.1, in 3.0, and in 3.0 without unions. */
export type SdkForm = '3.1' | '3.0' | 'flat';

/** The SDK profile in one of its forms. */
export function toSdkForm(profile: JsonObject, form: SdkForm): JsonObject {
  if (form === '3.1') return profile;
  return form === '3.0' ? toOpenApi30(profile) : dropUnusedComponents(toOpenApi30(toFlatProfile(profile)));
}

/** Parts that generated clients do not need; in some generators webhooks replace operations. */
const NOT_FOR_CLIENTS = ['webhooks', 'x-common-headers', 'x-responses-of-any-path'];

/** The SDK profile of a bundled document, still OpenAPI 3.1, with the schemas that `kept` references besides those of its paths. */
export function toSdkProfile(
  source: JsonObject,
  models: readonly Pick<ModelSource, 'spellings'>[],
  kept: readonly JsonObject[] = [],
): JsonObject {
  const canonical = toCanonicalIds(models);
  const called = { ...omit(source, NOT_FOR_CLIENTS), paths: dropLinked(toObject(source.paths)) };
  const clients = dropQuotingExamples(dropTransportHeaders(called));
  const closed = closeUnions(withoutProvenance(clients), canonical);
  const plain = mapSchemas(closed, (schema) => toPlainSchema(schema, canonical));
  const paths = toPlainPaths(toObject(plain.paths), canonical);
  const written = schemasOf(source);
  // Such a request is no union in the profile, however many models there are.
  const schemas = mapMembers(schemasOf(plain), (schema, name) =>
    toObject(written[name])['x-one-object'] === true ? toOneRequest(plain, toObject(schema)) : schema,
  );
  const document = withSchemas({ ...plain, paths }, schemas);
  return dropUnusedComponents(separateDirections(nameUnions(unifyErrors(document))), kept);
}

/** Provenance is for readers of the contract. */
function withoutProvenance(document: JsonObject): JsonObject {
  const { info, ...rest } = toObject(
    mapObjects(document, (object) =>
      omit(object, ['x-provenance', 'x-any-type', 'x-one-object', 'x-model-tools', 'x-members-by-type']),
    ),
  );
  const { description, ...named } = toObject(info);
  const paragraphs = toText(description).split('\n\n');
  const kept = paragraphs.filter((paragraph) => !paragraph.startsWith('**Provenance.**'));
  return {
    ...rest,
    info: { ...named, ...(description === undefined ? {} : { description: kept.join('\n\n') }) },
  };
}

/** The first spelling of a model stands for the others. */
function toCanonicalIds(models: readonly Pick<ModelSource, 'spellings'>[]): CanonicalIds {
  return new Map(
    models.flatMap(({ spellings }) =>
      spellings.map((spelling) => [spelling, spellings[0] ?? spelling] as const),
    ),
  );
}
