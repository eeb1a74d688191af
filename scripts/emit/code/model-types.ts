import { compile } from 'json-schema-to-typescript';
import type { Emitter, Json, JsonObject } from '../../contract/contract.ts';
import { expectObject, mapObjects } from '../../contract/json.ts';
import { toScript } from '../banner.ts';

/** Emits one TypeScript type per model request body, and the map from model id to its type. */
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
  const byId = models.map(({ id, title }) => `  readonly ${JSON.stringify(id)}: ${title};`);
  const map = `/** The request body of each model, by id. */\nexport interface ModelRequests {\n${byId.join('\n')}\n}\n`;
  return [{ path: 'model-types.ts', text: toScript(`${[...once.values()].join('')}${map}`) }];
};

/** The exported declarations of a text, each with its comment. */
function splitDeclarations(text: string): readonly string[] {
  return `${text}\n`.split(/(?=^(?:\/\*\*\n(?: \*.*\n)+)?export )/m);
}

/** json-schema-to-typescript reads `false` as unknown and combinations of `required` as empty types. */
function toCompilable(schema: JsonObject): Json {
  const { anyOf: _combinations, ...rest } = schema;
  return mapObjects(rest, (object) =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => [
        name,
        value === false && name !== 'default' && name !== 'additionalProperties'
          ? { tsType: 'never' }
          : value,
      ]),
    ),
  );
}
