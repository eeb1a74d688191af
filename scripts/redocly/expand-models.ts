import { dirname } from 'node:path';
import { type ModelFile, readModelFiles, toReference } from './model-files.ts';
import { type DocumentNode, isObject, type Visitor, type VisitorContext } from './visitor.ts';

interface EntryDocument {
  readonly node: DocumentNode;
  readonly file: string;
}

/**
 * Preprocessor: fills `x-models`, `x-models-excluded`, `x-model-ids` and `x-model-output-tokens` from the model files, so no list of models is
 * written by hand. A union brings the schemas of its models into the components of the entry document.
 */
export function expandModels(): Visitor {
  let root: EntryDocument = { node: {}, file: '' };
  let models: readonly ModelFile[] | undefined;
  const read = (): readonly ModelFile[] => {
    models ??= readModelFiles(dirname(root.file));
    return models;
  };
  return {
    Root: {
      enter(node, context) {
        root = { node, file: context.location.source.absoluteRef };
      },
    },
    Schema: {
      enter(schema, context) {
        if (!isObject(schema)) return;
        if ('x-models' in schema) expandUnion(schema, context, { root, models: read() });
        if ('x-models-excluded' in schema) expandExcluded(schema, context, read());
        if ('x-model-ids' in schema) expandIds(schema, context, read());
        if ('x-model-output-tokens' in schema) expandTokens(schema, context, read());
      },
    },
  };
}

function expandUnion(
  schema: DocumentNode,
  context: VisitorContext,
  { root, models }: { readonly root: EntryDocument; readonly models: readonly ModelFile[] },
): void {
  const marker = schema['x-models'];
  const operation = isObject(marker) ? marker.operation : undefined;
  const members = models.filter((model) => model.operation === operation);
  if (!assertSome(members, { keyword: 'x-models', wanted: operation }, context)) return;
  const entry = toReference(dirname(context.location.source.absoluteRef), root.file);
  const refs = members.map(({ title, spellings }) => ({
    spellings,
    ref: `${entry}#/components/schemas/${title}`,
  }));
  schema.oneOf = refs.map(({ ref }) => ({ $ref: ref }));
  schema.discriminator = {
    propertyName: 'model',
    mapping: Object.fromEntries(refs.flatMap(({ spellings, ref }) => spellings.map((name) => [name, ref]))),
  };
  delete schema['x-models'];
  addComponents(root.node, members);
}

function addComponents(document: DocumentNode, models: readonly ModelFile[]): void {
  const components = isObject(document.components) ? document.components : {};
  const schemas = isObject(components.schemas) ? components.schemas : {};
  for (const { title, schema } of models) schemas[title] = structuredClone(schema);
  components.schemas = schemas;
  document.components = components;
}

function expandExcluded(schema: DocumentNode, context: VisitorContext, models: readonly ModelFile[]): void {
  const operation = schema['x-models-excluded'];
  const members = models.filter((model) => model.operation === operation);
  if (!assertSome(members, { keyword: 'x-models-excluded', wanted: operation }, context)) return;
  schema.enum = members.flatMap((model) => model.spellings);
  delete schema['x-models-excluded'];
}

function expandIds(schema: DocumentNode, context: VisitorContext, models: readonly ModelFile[]): void {
  const marker = schema['x-model-ids'];
  const endpoint = isObject(marker) ? marker.endpoint : undefined;
  const members = models.filter((model) => model.endpoints.some((path) => path === endpoint));
  if (!assertSome(members, { keyword: 'x-model-ids', wanted: endpoint }, context)) return;
  const list = 'x-extensible-enum' in schema ? 'x-extensible-enum' : 'enum';
  schema[list] = members.flatMap((model) => model.spellings);
  delete schema['x-model-ids'];
}

/** The maximum of all models of the endpoint; a lower limit is in the schema of its model. */
function expandTokens(schema: DocumentNode, context: VisitorContext, models: readonly ModelFile[]): void {
  const marker = schema['x-model-output-tokens'];
  const endpoint = isObject(marker) ? marker.endpoint : undefined;
  const members = models.filter((model) => model.endpoints.some((path) => path === endpoint));
  if (!assertSome(members, { keyword: 'x-model-output-tokens', wanted: endpoint }, context)) return;
  const limits = members.flatMap(({ maxOutputTokens }) => maxOutputTokens ?? []);
  if (limits.length === members.length) schema.maximum = Math.max(...limits);
  delete schema['x-model-output-tokens'];
}

function assertSome(
  members: readonly ModelFile[],
  { keyword, wanted }: { readonly keyword: string; readonly wanted: unknown },
  context: VisitorContext,
): boolean {
  if (members.length > 0) return true;
  const message = `No file in schemas/models matches ${keyword} ${JSON.stringify(wanted)}: add a model file or correct the keyword.`;
  context.report({ message, location: context.location.child([keyword]) });
  return false;
}
