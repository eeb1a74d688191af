import { policies } from '../../../generated/policies.ts';
import { closestName, didYouMean } from '../../contract/names/closest-name.ts';
import { type ProblemResponse, problem } from '../../contract/problem.ts';
import { allowedNames } from '../accounts/model-access.ts';
import type { ApiKey } from '../ports/store.ts';

const { max_name_characters: LONGEST_NAME } = policies.wording;

/** The 404 of a catalogue request for an unknown model; it names the closest of those that the key may use. */
export function modelNotFound(name: string, key: ApiKey): ProblemResponse<'model_not_found'> {
  const hint = didYouMean(closestName(name, allowedNames(key)));
  return problem('model_not_found', { values: { model: name.slice(0, LONGEST_NAME), hint }, param: 'model' });
}
