import type { JsonObject } from '../contract/contract.ts';
import { schemasOf } from '../contract/documents/parts.ts';
import { toObject, toText } from '../contract/json.ts';
import type { BreakingChange, ContractSnapshot } from './breaking-change.ts';
import { compareDocuments } from './compare-documents.ts';
import { compareSchemas } from './compare-schemas.ts';
import { compareVocabulary } from './compare-vocabulary.ts';

/** The compared files, relative to the project root. */
export const DOCUMENT_FILE = 'generated/openapi.json';
/** The folder of the published request schemas, one per model. */
export const SCHEMA_FOLDER = 'generated/schemas';

/**
 * Everything that callers of `before` lose under `after` (section 9: fields are added, never removed). Pure.
 * A model's request is compared in its published schema only, not a second time in the document.
 */
export function findBreakingChanges(
  before: ContractSnapshot,
  after: ContractSnapshot,
): readonly BreakingChange[] {
  const models = Object.entries(before.schemas).flatMap(([name, schema]) =>
    compareModel(`${SCHEMA_FOLDER}/${name}`, schema, after.schemas[name]),
  );
  const titles = new Set(
    Object.values(before.schemas).map(({ title }) => `#/components/schemas/${toText(title)}`),
  );
  const context = {
    before: before.document,
    after: after.document,
    skip: (reference: string) => titles.has(reference),
    models: listModelNames(after.document),
  };
  const seen = new Set<string>();
  const document = compareDocuments(context).filter(({ pointer, what }) => {
    const key = `${pointer} ${what}`;
    return !seen.has(key) && seen.add(key);
  });
  return [...models, ...document.map((change) => ({ file: DOCUMENT_FILE, ...change }))];
}

/** Every discriminator value of the model unions. */
function listModelNames(document: JsonObject): ReadonlySet<string> {
  const schemas = Object.values(schemasOf(document)).map(toObject);
  return new Set(
    schemas.flatMap(({ discriminator }) => Object.keys(toObject(toObject(discriminator).mapping))),
  );
}

function compareModel(
  file: string,
  before: JsonObject,
  after: JsonObject | undefined,
): readonly BreakingChange[] {
  if (after === undefined)
    return [{ file, pointer: '', what: 'model is gone', advice: 'keep its file; section 9 removes nothing' }];
  const changes = [
    ...compareSchemas({ before, after }, { before, after, pointer: '' }),
    ...compareVocabulary(before, after)
      .filter(({ isBreaking }) => isBreaking)
      .map(({ pointer, text }) => ({ pointer, what: text, advice: 'accept what was accepted before' })),
  ];
  return [...compareVersions(file, before, after), ...changes.map((change) => ({ file, ...change }))];
}

function compareVersions(file: string, before: JsonObject, after: JsonObject): readonly BreakingChange[] {
  const [was, now] = [toVersion(before), toVersion(after)];
  if (now >= was) return [];
  const what = `schema_version went back from ${was} to ${now === '' ? 'none' : now}`;
  return [{ file, pointer: '/$id', what, advice: 'use the date of the change' }];
}

/** The date at the end of the schema's `$id`, which sorts as text. */
function toVersion(schema: JsonObject): string {
  return /(\d{4}-\d{2}-\d{2})\.json$/.exec(toText(toObject(schema).$id))?.[1] ?? '';
}
