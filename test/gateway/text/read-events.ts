import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import openapi32 from '../../../generated/openapi-3.2.json' with { type: 'json' };

/** One server-sent event; a comment has neither name nor data. */
export interface ServerEvent {
  readonly name: string | undefined;
  readonly data: string;
  readonly comment: string | undefined;
}

const ajv = new Ajv2020({ strict: false });
ajv.addSchema(openapi32, 'text-contract');
const fits = {
  chunk: fitsEventOf('chat~1completions', 'anyOf/1/contentSchema'),
  event: fitsEventOf('responses', 'contentSchema'),
};

/** The JSON in the data of an event, as the OpenAPI 3.2 document describes it. */
function fitsEventOf(path: string, schema: string): ValidateFunction {
  const media = `paths/~1v1~1${path}/post/responses/200/content/text~1event-stream`;
  return ajv.compile({ $ref: `text-contract#/${media}/itemSchema/properties/data/${schema}` });
}

/** Splits a stream into its events; throws when it breaks off inside one. */
export function readEvents(text: string): readonly ServerEvent[] {
  const blocks = text.split('\n\n');
  if (blocks.pop() !== '') throw new Error(`The stream breaks off: ${text.slice(-200)}`);
  return blocks.map((block) => {
    const lines = block.split('\n');
    const field = (name: string) =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    return { name: field('event'), data: field('data') ?? '', comment: field('') };
  });
}

/** The JSON of every data line, each of which must fit its component; `[DONE]` stays text. */
export function readData(text: string, kind: 'chunk' | 'event'): readonly unknown[] {
  return readEvents(text).flatMap(({ name, data, comment }): readonly unknown[] => {
    if (comment !== undefined) return [];
    if (data === '[DONE]') return [data];
    const value: unknown = JSON.parse(data);
    const validate = fits[kind];
    if (!validate(value)) throw new Error(`${data} does not fit: ${ajv.errorsText(validate.errors)}`);
    if (kind === 'event' && name !== Reflect.get(Object(value), 'type'))
      throw new Error(`${data} is named ${name}`);
    return [value];
  });
}
