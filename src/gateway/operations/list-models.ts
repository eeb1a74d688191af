import { policies } from '../../../generated/policies.ts';
import type { ListModelsRequest, ListModelsResponse } from '../../../generated/stub.ts';
import { allowedModels } from '../accounts/model-access.ts';
import { categoryOf, toExpansion, toModelEntry } from '../catalogue/model-entry.ts';
import { prepareForKey } from '../catalogue/prepare-for-key.ts';
import type { RequestContext } from '../request-context.ts';

/** `GET /v1/models` (section 4.1): the models of the key, expanded and filtered as requested. */
export async function listModels(
  { query }: ListModelsRequest,
  context: RequestContext,
): Promise<ListModelsResponse> {
  const { key, preparedAnswers } = context;
  const expansion = toExpansion(query.expand);
  const category = expansion === 'none' ? undefined : query.category;
  const categories: readonly string[] = policies.catalogue.categories;
  if (category !== undefined && !categories.includes(category)) {
    return { status: 200, body: { success: true, object: 'list', data: [] } };
  }
  const build = () => ({
    success: true as const,
    object: 'list' as const,
    data: allowedModels(context)
      .filter((allowed) => category === undefined || categoryOf(allowed) === category)
      .map((allowed) => toModelEntry(allowed, expansion)),
  });
  return {
    status: 200,
    body: prepareForKey(preparedAnswers, { key, name: `models ${expansion} ${category ?? ''}`, build }),
  };
}
