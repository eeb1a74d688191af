import type { Json, JsonObject, ModelSource } from '../../contract/contract.ts';
import { isObject, stringList, toEntries, toObject } from '../../contract/json.ts';
import { inHtml, paragraphs, withoutScripts } from '../markdown.ts';
import { sampleRequest } from '../samples/model-request.ts';
import type { SiteParts } from '../site.ts';
import { distinctChoices, typeOf } from './parameters.ts';

/** A field of the calculator. */
interface Control {
  readonly name: string;
  readonly kind: 'choice' | 'number' | 'switch' | 'text' | 'count';
  readonly byDefault?: Json;
  readonly choices?: readonly Json[];
  readonly min?: Json;
  readonly max?: Json;
}

/** Fields whose value changes neither size nor price. */
const WITHOUT_PRICE = ['model', 'webhook', 'language', 'nsfw_check', 'seed'];

/** The calculator of a model: its price by the code of the contract, in the reader's browser. */
export function toCalculator(model: ModelSource, { mock, ownIds }: SiteParts): string {
  const prices = toObject(model.vocabulary['x-prices']);
  const data =
    prices.unit === 'token'
      ? { kind: 'tokens', prices, limits: model.vocabulary['x-text'] }
      : {
          kind: 'output',
          request: sampleRequest(model, mock.baseUrl),
          controls: toControls(model),
          isOwn: ownIds.has(model.id),
        };
  return paragraphs([
    `<ClientOnly><PriceCalculator data="${inHtml(JSON.stringify(data))}" /></ClientOnly>`,
    withoutScripts('The price calculator'),
  ]);
}

function toControls(model: ModelSource): readonly Control[] {
  return toEntries(model.requestSchema.properties).flatMap(([name, schema]) => {
    if (!isObject(schema) || WITHOUT_PRICE.includes(name)) return [];
    const control = toControl(name, schema, model);
    return control === undefined ? [] : [control];
  });
}

function toControl(name: string, schema: JsonObject, { vocabulary }: ModelSource): Control | undefined {
  const { enum: choices, default: byDefault, minimum: min, maximum: max, maxItems } = schema;
  const known = byDefault === undefined ? {} : { byDefault };
  const type = typeOf(schema);
  if (name in toObject(vocabulary['x-media']))
    return { name, kind: 'count', min: 0, ...(maxItems !== undefined && { max: maxItems }) };
  if (Array.isArray(choices)) return { name, kind: 'choice', choices: distinctChoices(choices), ...known };
  if (name === toObject(toObject(vocabulary['x-sizes']).fields).size)
    return { name, kind: 'text', choices: sizesOf(vocabulary), ...known };
  if (type === 'boolean') return { name, kind: 'switch', ...known };
  if (type !== 'integer') return undefined;
  return {
    name,
    kind: 'number',
    ...known,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  };
}

function sizesOf(vocabulary: JsonObject): readonly string[] {
  const { table, forms } = toObject(vocabulary['x-sizes']);
  const [first] = toEntries(table);
  const auto = stringList(forms).includes('auto') ? ['auto'] : [];
  return [...auto, ...Object.keys(toObject(first?.[1]))];
}
