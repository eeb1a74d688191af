import path from 'node:path';
import type { Json, JsonObject, ModelSource } from '../contract.ts';
import { type ContractFile, listFolder, readAll, readDataFile, readFolder } from '../files/data-file.ts';
import { filterMembers, isObject, mapObjects, omit, stringList, toList, toObject, toText } from '../json.ts';
import { atTop, ContractError } from '../problem.ts';
import { createDialect, type Dialect } from './dialect.ts';
import { expandModel } from './expand-model.ts';
import { inheritProvenance } from './inherit-provenance.ts';

/** The files below `schemas/`. */
export interface SchemaFiles {
  readonly models: readonly ContractFile[];
  /** `schemas/common/*.json`: schema parts (PascalCase) and family vocabularies. */
  readonly parts: readonly ContractFile[];
  /** `schemas/operations/*.json`: what the models of an operation share. */
  readonly operations: readonly ContractFile[];
  /** `schemas/model.schema.json`, the dialect of the model files. */
  readonly dialect: JsonObject;
  /** `schemas/operation.schema.json`, the dialect of the operation files. */
  readonly operationDialect: JsonObject;
}

/** Reads every `schemas/models/*.json` at `root`, sorted by file name, expanded and with common parts inlined. */
export async function readModels(root: string): Promise<readonly ModelSource[]> {
  return toModels(await readSchemaFiles(root));
}

/** Reads the files below `schemas/`; those that do not parse are reported together. */
export async function readSchemaFiles(root: string): Promise<SchemaFiles> {
  const folders = ['models', 'common', 'operations'].map((name) =>
    readFolder(root, { folder: `schemas/${name}`, ending: '.json' }),
  );
  const dialects = ['model', 'operation'].map((name) => readDataFile(root, `schemas/${name}.schema.json`));
  const reading = [readAll(folders), readAll(dialects), refuseOtherFiles(root)] as const;
  await readAll<unknown>(reading);
  const [files, [dialect, operationDialect]] = await Promise.all(reading);
  const [models = [], parts = [], operations = []] = files;
  const misplaced = parts.filter(({ source }) => 'x-model' in source);
  if (misplaced.length > 0)
    throw new ContractError(misplaced.map(({ file }) => atTop(file, 'a model belongs in schemas/models/')));
  if (!dialect || !operationDialect)
    throw new Error('schemas/ has a dialect of models and one of operations.');
  return { models, parts, operations, dialect: dialect.source, operationDialect: operationDialect.source };
}

/** A model in a file of another kind, or in another folder, would be silently ignored. */
async function refuseOtherFiles(root: string): Promise<void> {
  const names = await listFolder(root, 'schemas');
  const others = names.filter((name) => !PLACES.test(name) && !/(?:^|\/)[.]|~$/.test(name));
  const message =
    'this file does not belong here: a model is schemas/models/<Title>.json, without folders below';
  if (others.length > 0) throw new ContractError(others.map((name) => atTop(`schemas/${name}`, message)));
}

/** What `schemas/` has; a folder that is a link is listed by its own name. */
const PLACES = /^(?:(?:models|common|operations)(?:\/[^/]+\.json)?|(?:model|operation)\.schema\.json)$/;

/** The model files as the generators use them. A malformed file gives a malformed model, for the lint to report. */
export function toModels({ models, parts, operations, dialect }: SchemaFiles): readonly ModelSource[] {
  const sources = {
    parts: new Map(parts.map(({ file, source }) => [`../common/${path.basename(file)}`, source])),
    operations: new Map(operations.map(({ file, source }) => [path.basename(file, '.json'), source])),
    dialect: createDialect(dialect),
  };
  return models.map((file) => toModel(file, sources));
}

interface Sources {
  /** Common files by the reference that points to them. */
  readonly parts: ReadonlyMap<string, JsonObject>;
  readonly operations: ReadonlyMap<string, JsonObject>;
  readonly dialect: Dialect;
}

function toModel({ file, text, source: written }: ContractFile, sources: Sources): ModelSource {
  const operation = sources.operations.get(toText(toObject(written['x-model']).operation)) ?? {};
  const family = sources.parts.get(toText(written['x-family'])) ?? {};
  const expanded = expandModel(written, { name: path.basename(file, '.json'), operation, family });
  const source = inheritProvenance(expanded, sources.dialect);
  const joined = joinFamily(source, inheritProvenance(family, sources.dialect));
  const identity = toObject(source['x-model']);
  return {
    file,
    text,
    title: toText(source.title),
    id: toText(identity.id),
    spellings: stringList(identity.spellings),
    written,
    joined: { ...written, ...joinFamily(written, family) },
    source,
    vocabulary: completeVocabulary(joined, operation),
    requestSchema: toObject(inlineParts(source, { parts: sources.parts, around: [] })),
  };
}

/** The model's `x-` keywords over its family's; rules and examples are joined, the family's first. */
function joinFamily(source: JsonObject, family: JsonObject): JsonObject {
  const own = keywordsOf(source);
  const shared = keywordsOf(family);
  const both = { ...shared, ...own };
  if ('x-validations' in both)
    both['x-validations'] = joinLists(shared['x-validations'], own['x-validations']);
  const [theirs, ours] = [toObject(shared['x-examples']), own['x-examples'] ?? {}];
  if (!('x-examples' in both) || !isObject(ours)) return both;
  const kinds = ['valid', 'invalid'].filter((kind) => kind in theirs || kind in ours);
  const lists = kinds.map((kind) => [kind, joinLists(theirs[kind], ours[kind])]);
  return { ...both, 'x-examples': { ...theirs, ...ours, ...Object.fromEntries(lists) } };
}

/** Both lists concatenated; a second that is not a list stays, for the lint to report. */
function joinLists(first: Json | undefined, second: Json | undefined): Json {
  return second === undefined || Array.isArray(second) ? [...toList(first), ...toList(second)] : second;
}

function keywordsOf(source: JsonObject): Record<string, Json | undefined> {
  return filterMembers(source, (name) => name.startsWith('x-'));
}

/** The vocabulary with the operation's members on sizes and outputs, and with the paths of examples that break a rule. */
function completeVocabulary(vocabulary: JsonObject, operation: JsonObject): JsonObject {
  const { 'x-sizes': sizes, 'x-output': output, 'x-prompt': prompt } = vocabulary;
  const { 'x-validations': rules, 'x-examples': examples } = vocabulary;
  const shared = (keyword: string) => omit(toObject(operation[keyword]), ['provenance']);
  const outputs = { ...shared('x-output'), ...toObject(output) };
  const completeSizes = { ...shared('x-sizes'), ...toObject(sizes) };
  const { valid, invalid } = toObject(examples);
  const places = {
    rules: toList(rules),
    sizeField: toText(toObject(completeSizes.fields).size),
    promptField: toText(toObject(prompt).field),
  };
  return {
    ...vocabulary,
    ...(isObject(sizes) ? { 'x-sizes': completeSizes } : {}),
    ...(Object.keys(outputs).length > 0 ? { 'x-output': outputs } : {}),
    'x-validations': toList(rules),
    'x-examples': {
      valid: toList(valid),
      invalid: [
        ...toList(invalid).map((example) => withPath(example, places)),
        ...forbiddenExamples(vocabulary['x-forbidden'], toObject(examples)),
      ],
    },
  };
}

/** An example that sends a forbidden field, for each field without one of its own: a valid request, and the field. */
function forbiddenExamples(forbidden: Json | undefined, { valid, invalid }: JsonObject): readonly Json[] {
  const [request] = toList(valid).map((example) => toObject(example).request);
  const own = toList(invalid).map((example) => toText(toObject(example).path));
  const silent = Object.keys(toObject(forbidden)).filter((field) => !own.includes(`/${field}`));
  if (!isObject(request)) return [];
  return silent.map((field) => {
    const place = { name: `sends ${field}`, breaks: 'forbidden', path: `/${field}` };
    return { ...place, request: { ...request, [field]: true } };
  });
}

interface RulePlaces {
  readonly rules: readonly Json[];
  /** Field that rules on sizes report; empty for a model without sizes. */
  readonly sizeField: string;
  /** Field whose tokens are counted; empty when none are. */
  readonly promptField: string;
}

/** An example that breaks a rule, also one on sizes or on the tokens of a prompt, is about the field of that rule. */
function withPath(example: Json, { rules, sizeField, promptField }: RulePlaces): Json {
  if (!isObject(example) || example.path !== undefined) return example;
  const { name, breaks, ...rest } = example;
  const rule = rules.map(toObject).find(({ id }) => id === breaks);
  const measured = toText(breaks).startsWith('size_')
    ? sizeField
    : breaks === 'prompt_tokens'
      ? promptField
      : '';
  const path = rule?.path ?? (measured === '' ? undefined : `/${measured}`);
  return path === undefined ? example : { name, breaks, path, ...rest };
}

interface Inlining {
  readonly parts: ReadonlyMap<string, JsonObject>;
  /** References being followed, to detect cycles. */
  readonly around: readonly string[];
}

function inlineParts(schema: JsonObject, { parts, around }: Inlining): Json {
  return mapObjects(schema, (object) => {
    const reference = object.$ref;
    if (typeof reference !== 'string') return withoutVocabulary(object);
    const part = around.includes(reference) ? undefined : parts.get(reference);
    if (!part) return {}; // reported by the lint
    const nameless = around.length === 0 ? omit(part, ['title']) : part; // types of deeper parts are named by their title
    return inlineParts(nameless, { parts, around: [...around, reference] });
  });
}

/** Keywords that validators and emitters of schemas read. */
const KEPT: readonly string[] = ['x-extensible-enum', 'x-any-type'];

/** A schema object without the `x-` keywords that only the generators read. */
function withoutVocabulary(schema: JsonObject): JsonObject {
  return filterMembers(schema, (name) => !name.startsWith('x-') || KEPT.includes(name));
}
