import { toList, toObject } from '../suite/json.ts';
import { askTarget } from './ask-target.ts';
import type { Target } from './target.ts';

/** The capability `model:<id>` for each model that the target lists; none when the list cannot be read. */
export async function listedModels(target: Target): Promise<readonly string[]> {
  const answer = await askTarget(target, '/v1/models');
  return toList(toObject(answer?.body).data).map((entry) => `model:${String(toObject(entry).id)}`);
}
