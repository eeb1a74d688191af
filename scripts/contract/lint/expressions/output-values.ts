import type { Json, JsonObject, ModelSource } from '../../contract.ts';
import { toObject, toText } from '../../json.ts';
import type { Finding, LintRule } from '../problem.ts';
import { spaced } from '../wish.ts';
import { fieldsReadBy, listEdgeRequests } from './edge-requests.ts';
import { evaluateFor } from './evaluate.ts';

/** The longest clip, in seconds: an hour. */
const LONGEST_CLIP = 3600;

/** The number of images and the seconds of a clip make sense for every valid request, tried with the edge values of the fields. */
export const outputsMakeSense: LintRule = ({ models }) =>
  models.flatMap((model) => {
    const { images, video } = toObject(model.vocabulary['x-output']);
    const { count, max } = toObject(images);
    const limit = { max: Number(max), what: `x-output.images.max, which is ${String(max)}` };
    const longest = { max: LONGEST_CLIP, what: `${LONGEST_CLIP} seconds` };
    return [
      ...valueFindings(model, { pointer: '/x-output/images/count', text: toText(count) }, limit),
      ...valueFindings(
        model,
        { pointer: '/x-output/video/seconds', text: toText(toObject(video).seconds) },
        longest,
      ),
    ];
  });

interface Limit {
  readonly max: number;
  readonly what: string;
}

function valueFindings(
  model: ModelSource,
  { pointer, text }: { readonly pointer: string; readonly text: string },
  { max, what }: Limit,
): readonly Finding[] {
  if (text === '') return [];
  for (const request of listEdgeRequests(model, text)) {
    const outcome = evaluateFor(model, text, request);
    if ('error' in outcome || typeof outcome.value !== 'bigint') continue; // another rule reports it
    const value = Number(outcome.value);
    if (value >= 1 && value <= max) continue;
    const problem = value < 1 ? 'it must be at least 1' : `it must be at most ${what}`;
    const message = `${text} gives ${value} for ${describe(model, text, request)}: ${problem}.`;
    return [{ file: model.file, pointer, message }];
  }
  return [];
}

/** The fields of a request that an expression reads, as sent or by default. */
function describe({ requestSchema }: ModelSource, text: string, request: JsonObject): string {
  const fields = fieldsReadBy(text).map((name): string => {
    const { default: usual } = toObject(toObject(requestSchema.properties)[name]);
    const value: Json | undefined = request[name] ?? usual;
    return value === undefined ? `no ${name}` : `${name} ${spaced(value)}`;
  });
  return fields.length === 0 ? 'every request' : fields.join(' and ');
}
