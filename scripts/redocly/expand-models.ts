import { dirname } from 'node:path';
import { type ModelFile, readModelFiles, toReference } from './model-files.ts';
import { type DocumentNode, isObject, type Visitor, type VisitorContext } from './visitor.ts';

/** The document that is read, and the keyword's place in it. */
interface Place {
  readonly root: DocumentNode;
  /** The reference from the place to the root document. */
  readonly entry: string;
}

/** What a schema gets from the models that its keyword names. */
type Expand = (schema: DocumentNode, models: readonly ModelFile[], place: Place) => void;

const EXPANSIONS: Readonly<Record<string, Expand>> = {
  'x-models': expandUnion,
  'x-models-excluded': (schema, models) => {
    schema.enum = spellingsOf(models);
  },
  'x-model-ids': (schema, models) => {
    schema['x-extensible-enum' in schema ? 'x-extensible-enum' : 'enum'] = spellingsOf(models);
  },
  // The maximum of all models of the endpoint; a lower limit is in the schema of its model.
  'x-model-output-tokens': (schema, models) => {
    const limits = models.flatMap(({ maxOutputTokens }) => maxOutputTokens ?? []);
    if (limits.length === models.length) schema.maximum = Math.max(...limits);
  },
};

/**
 * Preprocessor: fills `x-models`, `x-models-excluded`, `x-model-ids` and `x-model-output-tokens` from the model files, so no list of models is
 * written by hand. A union brings the schemas of its models into the components of the entry document.
 */
export function expandModels(): Visitor {
  let root: DocumentNode = {};
  let file = '';
  let models: readonly ModelFile[] | undefined;
  return {
    Root: {
      enter(node, context) {
        root = node;
        file = context.location.source.absoluteRef;
      },
    },
    Schema: {
      enter(schema, context) {
        if (!isObject(schema)) return;
        for (const [keyword, expand] of Object.entries(EXPANSIONS)) {
          if (!(keyword in schema)) continue;
          models ??= readModelFiles(dirname(file));
          const named = findNamed(models, { keyword, marker: schema[keyword] }, context);
          if (named.length === 0) continue;
          expand(schema, named, {
            root,
            entry: toReference(dirname(context.location.source.absoluteRef), file),
          });
          delete schema[keyword];
        }
      },
    },
  };
}

/** The models of an operation or of an endpoint; a keyword that names none is reported. */
function findNamed(
  models: readonly ModelFile[],
  { keyword, marker }: { readonly keyword: string; readonly marker: unknown },
  context: VisitorContext,
): readonly ModelFile[] {
  const wanted = isObject(marker) ? (marker.operation ?? marker.endpoint) : marker;
  const named = models.filter(
    ({ operation, endpoints }) => operation === wanted || endpoints.some((path) => path === wanted),
  );
  if (named.length > 0) return named;
  const message = `No file in schemas/models matches ${keyword} ${JSON.stringify(wanted)}: add a model file or correct the keyword.`;
  context.report({ message, location: context.location.child([keyword]) });
  return [];
}

function spellingsOf(models: readonly ModelFile[]): readonly string[] {
  return models.flatMap(({ spellings }) => spellings);
}

function expandUnion(schema: DocumentNode, models: readonly ModelFile[], { root, entry }: Place): void {
  const refs = models.map(({ title, spellings }) => ({
    spellings,
    ref: `${entry}#/components/schemas/${title}`,
  }));
  schema.oneOf = refs.map(({ ref }) => ({ $ref: ref }));
  schema.discriminator = {
    propertyName: 'model',
    mapping: Object.fromEntries(refs.flatMap(({ spellings, ref }) => spellings.map((name) => [name, ref]))),
  };
  addComponents(root, models);
}

function addComponents(document: DocumentNode, models: readonly ModelFile[]): void {
  const components = isObject(document.components) ? document.components : {};
  const schemas = isObject(components.schemas) ? components.schemas : {};
  for (const { title, schema } of models) schemas[title] = structuredClone(schema);
  components.schemas = schemas;
  document.components = components;
}
