import { compile } from 'json-schema-to-typescript';
import type { Emitter, Json, JsonObject, ModelSource } from '../../contract/contract.ts';
import { expectObject, mapMembers, mapObjects, toObject } from '../../contract/json.ts';
import { toScript } from '../banner.ts';

/** Emits one TypeScript type per model request body, the map from model id to its type, and one map per operation. */
export const emitModelTypes: Emitter = async ({ models }) => {
  const types = await Promise.all(
    models.map(({ title, requestSchema }) =>
      compile(expectObject(toCompilable(requestSchema), title), title, {
        bannerComment: '',
        ignoreMinAndMaxItems: true,
        additionalProperties: true,
      }),
    ),
  );
  const declarations = types.flatMap(splitDeclarations);
  const once = new Map(declarations.map((text) => [text.trimEnd(), text])); // models share parts
  const maps = [toIdMap(models), toOperationMap(models)];
  return [{ path: 'model-types.ts', text: toScript([...once.values(), ...maps].join('')) }];
};

function toIdMap(models: readonly ModelSource[]): string {
  const byId = models.map(({ id, title }) => `  readonly ${JSON.stringify(id)}: ${title};\n`);
  return `/** The request body of each model, by id. */\nexport interface ModelRequests {\n${byId.join('')}}\n`;
}

function toOperationMap(models: readonly ModelSource[]): string {
  const byOperation = Map.groupBy(models, ({ vocabulary }) =>
    String(toObject(vocabulary['x-model']).operation),
  );
  const members = [...byOperation].map(([operation, ofIt]) => {
    const names = ofIt.flatMap(({ spellings, title }) =>
      spellings.map((name) => `    readonly ${JSON.stringify(name)}: ${title};\n`),
    );
    return `  readonly ${operation}: {\n${names.join('')}  };\n`;
  });
  return `\n/** The request bodies of each operation, by model name in every accepted spelling. */
export interface OperationRequests {\n${members.join('')}}\n`;
}

/** The exported declarations of a text, each with its comment. */
function splitDeclarations(text: string): readonly string[] {
  return `${text}\n`.split(/(?=^(?:\/\*\*\n(?: \*.*\n)+)?export )/m);
}

/** json-schema-to-typescript reads `false` as unknown and combinations of `required` as empty types. */
function toCompilable(schema: JsonObject): Json {
  const { anyOf: _combinations, ...rest } = schema;
  return mapObjects(rest, (object) => ({
    ...mapMembers(object, (value, name) =>
      value === false && name !== 'default' && name !== 'additionalProperties' ? { tsType: 'never' } : value,
    ),
    ...describeLimits(object),
  }));
}

const SHOWN_LIMITS = ['default', 'minimum', 'exclusiveMinimum', 'maximum', 'maxLength'] as const;

/**
 * The description of a field with its default and limits as tags, which editors show beside it. Deprecation is the last one: the compiler
 * would put its tag first, and the description would be the text of it.
 */
function describeLimits(schema: JsonObject): JsonObject {
  const { description, deprecated } = schema;
  const limits = SHOWN_LIMITS.filter((name) => schema[name] !== undefined).map(
    (name) => `@${name} ${JSON.stringify(schema[name])}`,
  );
  const tags = deprecated === true ? [...limits, '@deprecated'] : limits;
  return typeof description === 'string' && tags.length > 0
    ? {
        description: [description, '', ...tags].join('\n'),
        ...(deprecated === true && { deprecated: false }),
      }
    : {};
}
