import { policies } from '../../../generated/policies.ts';
import { closestModel, didYouMean } from '../../contract/names/closest-name.ts';
import { type ProblemResponse, problem } from '../../contract/problem.ts';
import { allowedNames, type ModelAccess } from '../accounts/model-access.ts';

const { max_name_characters: LONGEST_NAME } = policies.wording;

/** The 404 of a catalogue request for an unknown model; it names the closest of those that the key may use. */
export function modelNotFound(name: string, access: ModelAccess): ProblemResponse<'model_not_found'> {
  const hint = didYouMean(closestModel(name, allowedNames(access)));
  return problem('model_not_found', { values: { model: name.slice(0, LONGEST_NAME), hint }, param: 'model' });
}
