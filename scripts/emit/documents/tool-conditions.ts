import type { JsonObject, ModelSource } from '../../contract/contract.ts';
import { omit, stringList, toList, toObject, toText } from '../../contract/json.ts';
import { mapSchemas } from './schema-walk.ts';
import { OPEN } from './size-constraint.ts';

/** Names the endpoint whose built-in tools a request schema declares, in its `tools`. */
const MARKER = 'x-model-tools';

/**
 * The document with a condition for each tool that must be declared together with others (`requires` in `x-text.tools`). The gateway
 * checks this itself, because it names the entry in question.
 */
export function withToolConditions(document: JsonObject, models: readonly ModelSource[]): JsonObject {
  return mapSchemas(document, (schema) => {
    const marker = schema[MARKER];
    if (marker === undefined) return schema;
    const { endpoint = '' } = toObject(marker);
    const conditions = models.flatMap((model) => conditionsOf(model, toText(endpoint)));
    const plain = omit(schema, [MARKER]);
    return conditions.length > 0 ? { ...plain, allOf: [...toList(plain.allOf), ...conditions] } : plain;
  });
}

function conditionsOf({ vocabulary }: ModelSource, endpoint: string): readonly JsonObject[] {
  const { spellings, endpoints } = toObject(vocabulary['x-model']);
  if (!stringList(endpoints).includes(endpoint)) return [];
  const model = { type: 'string', enum: stringList(spellings) };
  return toList(toObject(vocabulary['x-text']).tools).flatMap((tool) => {
    const { name = '', requires } = toObject(tool);
    return stringList(requires).map((required) => ({
      if: {
        required: ['model', 'tools'],
        properties: { model, tools: { type: 'array', items: {}, ...declares(toText(name)) } },
        ...OPEN,
      },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { tools: declares(required) }, ...OPEN },
    }));
  });
}

function declares(name: string): JsonObject {
  const properties = { type: { type: 'string', enum: [name] } };
  return { contains: { type: 'object', required: ['type'], properties, ...OPEN } };
}
