import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type DocumentNode, isObject, type Visitor, type VisitorContext } from './visitor.ts';

interface ModelFile {
  readonly path: string;
  readonly operation: string;
  readonly spellings: readonly string[];
  readonly endpoints: readonly string[];
}

/** Preprocessor: fills `x-models`, `x-models-excluded` and `x-model-ids` from the model files, so no list of models is written by hand. */
export function expandModels(): Visitor {
  let folder = '';
  let models: readonly ModelFile[] | undefined;
  const read = (): readonly ModelFile[] => {
    models ??= readModels(folder);
    return models;
  };
  return {
    Root: {
      enter(_root, context) {
        folder = join(dirname(context.location.source.absoluteRef), '..', 'schemas', 'models');
      },
    },
    Schema: {
      enter(schema, context) {
        if (!isObject(schema)) return;
        if ('x-models' in schema) expandUnion(schema, context, read());
        if ('x-models-excluded' in schema) expandExcluded(schema, context, read());
        if ('x-model-ids' in schema) expandIds(schema, context, read());
      },
    },
  };
}

function expandUnion(schema: DocumentNode, context: VisitorContext, models: readonly ModelFile[]): void {
  const marker = schema['x-models'];
  const operation = isObject(marker) ? marker.operation : undefined;
  const members = models.filter((model) => model.operation === operation);
  if (!assertSome(members, 'x-models', operation, context)) return;
  const base = dirname(context.location.source.absoluteRef);
  const refs = members.map((model) => ({ model, ref: toRef(base, model.path) }));
  schema.oneOf = refs.map(({ ref }) => ({ $ref: ref }));
  schema.discriminator = {
    propertyName: 'model',
    mapping: Object.fromEntries(refs.flatMap(({ model, ref }) => model.spellings.map((name) => [name, ref]))),
  };
  delete schema['x-models'];
}

function expandExcluded(schema: DocumentNode, context: VisitorContext, models: readonly ModelFile[]): void {
  const operation = schema['x-models-excluded'];
  const members = models.filter((model) => model.operation === operation);
  if (!assertSome(members, 'x-models-excluded', operation, context)) return;
  schema.enum = members.flatMap((model) => model.spellings);
  delete schema['x-models-excluded'];
}

function expandIds(schema: DocumentNode, context: VisitorContext, models: readonly ModelFile[]): void {
  const marker = schema['x-model-ids'];
  const endpoint = isObject(marker) ? marker.endpoint : undefined;
  const members = models.filter((model) => model.endpoints.some((path) => path === endpoint));
  if (!assertSome(members, 'x-model-ids', endpoint, context)) return;
  schema.enum = members.flatMap((model) => model.spellings);
  delete schema['x-model-ids'];
}

function assertSome(
  members: readonly ModelFile[],
  keyword: string,
  wanted: unknown,
  context: VisitorContext,
): boolean {
  if (members.length > 0) return true;
  const message = `No file in schemas/models matches ${keyword} ${JSON.stringify(wanted)}: add a model file or correct the keyword.`;
  context.report({ message, location: context.location.child([keyword]) });
  return false;
}

function readModels(folder: string): ModelFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => readModel(join(folder, name)));
}

function readModel(path: string): ModelFile {
  const file: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const model = isObject(file) ? file['x-model'] : undefined;
  if (!isObject(model))
    throw new Error(`${path}: x-model is missing; a model file describes its model there.`);
  return {
    path,
    operation: String(model.operation),
    spellings: toStrings(model.spellings),
    endpoints: toStrings(model.endpoints),
  };
}

function toStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function toRef(from: string, path: string): string {
  const ref = relative(from, path).split(sep).join('/');
  return ref.startsWith('.') ? ref : `./${ref}`;
}
