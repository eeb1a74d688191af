import { operations } from '../../../generated/operations.ts';
import { policies } from '../../../generated/policies.ts';
import type {
  GetModelSchemaByQueryRequest,
  GetModelSchemaRequest,
  GetModelSchemaResponse,
} from '../../../generated/stub.ts';
import { problem } from '../../contract/problem.ts';
import { type AllowedModel, findAllowed } from '../accounts/model-access.ts';
import { toModelEntry, toParameters } from '../catalogue/model-entry.ts';
import { modelNotFound } from '../catalogue/model-not-found.ts';
import { prepareForKey } from '../catalogue/prepare-for-key.ts';
import type { RequestContext } from '../request-context.ts';

/** `GET /v1/models/{model}/schema` (section 4.2). */
export async function getModelSchema(
  { path }: GetModelSchemaRequest,
  context: RequestContext,
): Promise<GetModelSchemaResponse> {
  return describeModel(path.model, context);
}

/** `GET /v1/model-schema?model=<model_id>` (section 4.2): the same, for ids with a slash. */
export async function getModelSchemaByQuery(
  { query }: GetModelSchemaByQueryRequest,
  context: RequestContext,
): Promise<GetModelSchemaResponse> {
  return describeModel(query.model, context);
}

function describeModel(name: string, context: RequestContext): GetModelSchemaResponse {
  const { key, preparedAnswers } = context;
  const allowed = findAllowed(context, name);
  if (!allowed) return modelNotFound(name, context);
  if (!toParameters(allowed))
    return problem('no_parameter_contract', { values: { model: name }, param: 'model' });
  const id = allowed.kind === 'known' ? allowed.model.identity.id : allowed.name;
  const build = () => toDescription(allowed);
  return { status: 200, body: prepareForKey(preparedAnswers, { key, name: `schema ${id}`, build }) };
}

function toDescription(allowed: AllowedModel) {
  const task = operations.getTask;
  return {
    success: true as const,
    object: 'model' as const,
    data: toModelEntry(allowed, 'parameters'),
    idempotency: { supported: true, header: policies.idempotency.header },
    response_contract: {
      submit: { http_status: 200, task_id_path: '/data/0/task_id' },
      poll: { endpoint: task.path, method: task.method },
    },
  };
}
