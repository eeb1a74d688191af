import type { JsonObject, ModelSource } from '../../contract/contract.ts';
import { toList, toObject } from '../../contract/json.ts';
import { references, withSamples } from './sample-references.ts';

/** The first valid example; its references are samples of the mock. */
export function sampleRequest(model: ModelSource, baseUrl: string): JsonObject {
  const [first] = toList(toObject(model.vocabulary['x-examples']).valid);
  const request = { model: model.id, ...toObject(toObject(first).request) };
  return withSamples(request, references[0], baseUrl);
}
