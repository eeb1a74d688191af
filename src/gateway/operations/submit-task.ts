import type { CreateImageResponse } from '../../../generated/stub.ts';
import { type CatalogueModel, findModel, type ModelOperation, modelsFor } from '../../contract/catalogue.ts';
import { referenceFields } from '../../contract/media-limits.ts';
import { formatUsd } from '../../contract/money.ts';
import { estimatedSeconds, type OutputPlan } from '../../contract/output.ts';
import { holdFor } from '../../contract/price.ts';
import { invalidRequest, problem } from '../../contract/problem.ts';
import type { RequestBody } from '../../contract/self.ts';
import { type ValidRequest, validateRequest } from '../../contract/validate.ts';
import { mayUse } from '../accounts/model-access.ts';
import type { OperationContext } from '../context.ts';
import { type ReferencesRead, readReferences } from '../media/read-references.ts';
import type { NewTask } from '../ports/store.ts';
import { toEngineJob } from '../tasks/engine-job.ts';

/**
 * Submits an image or video task (sections 4.3 and 4.4): model, schema, rules, references, then the hold. A
 * request that is refused creates no task and no ledger entry.
 */
export async function submitTask(
  operation: ModelOperation,
  body: RequestBody,
  context: OperationContext,
): Promise<CreateImageResponse> {
  const found = chooseModel(operation, body, context);
  if (found.kind === 'refused') return found.response;
  const { model } = found;
  const withinTokens = await checkPromptTokens(model, body, context);
  const valid = validateRequest(model, body, () => withinTokens);
  if (valid.kind === 'error') throw new Error(valid.message);
  if (valid.kind === 'invalid') return invalidRequest('invalid_parameter', valid.violations);
  const { signal } = context;
  const references = await readReferences(context.ports, referenceFields(model, valid.self), {
    self: valid.self,
    ...(signal ? { signal } : {}),
  });
  if (references.kind === 'invalid') return invalidRequest('invalid_reference', references.violations);
  return acceptTask(valid, references, context);
}

type ModelChoice =
  | { readonly kind: 'model'; readonly model: CatalogueModel }
  | { readonly kind: 'refused'; readonly response: CreateImageResponse };

function chooseModel(operation: ModelOperation, body: RequestBody, { key }: OperationContext): ModelChoice {
  const refuse = (response: CreateImageResponse): ModelChoice => ({ kind: 'refused', response });
  const allowed = modelsFor(operation).filter((model) => mayUse(key, model));
  const names = `Available here: ${allowed.map(({ identity }) => identity.id).join(', ') || 'none'}.`;
  const name = body.model;
  if (typeof name !== 'string' || name === '') {
    const rule = name === undefined ? 'required' : 'type';
    const message = `model is required and must be a string. ${names}`;
    return refuse(invalidRequest('invalid_parameter', [{ path: '/model', rule, message }]));
  }
  const model = findModel(name);
  const values = { model: JSON.stringify(name.slice(0, 100)), allowed: names };
  if (model?.identity.operation !== operation)
    return refuse(problem('unknown_model', { values, param: '/model' }));
  if (!mayUse(key, model)) return refuse(problem('model_not_allowed', { values, param: '/model' }));
  return { kind: 'model', model };
}

async function checkPromptTokens(
  { prompt }: CatalogueModel,
  body: RequestBody,
  { ports }: OperationContext,
): Promise<boolean> {
  const text = prompt && body[prompt.field];
  return !prompt?.max_tokens || typeof text !== 'string' || ports.tokenizer.isWithin(text, prompt.max_tokens);
}

async function acceptTask(
  valid: ValidRequest,
  references: Extract<ReferencesRead, { kind: 'read' }>,
  context: OperationContext,
): Promise<CreateImageResponse> {
  const task = planTask(valid, references, context);
  const acceptance = await context.ports.store.acceptTask(task);
  if (acceptance.kind === 'insufficient') {
    const values = { available: formatUsd(acceptance.available), needed: formatUsd(task.hold) };
    return problem('insufficient_balance', { values });
  }
  await context.ports.queue.schedule({ kind: 'finish_task', taskId: task.id }, task.dueAt);
  return { status: 200, body: { code: 200, data: [{ status: 'submitted', task_id: task.id }] } };
}

function planTask(
  { model, request, self, size }: ValidRequest,
  references: Extract<ReferencesRead, { kind: 'read' }>,
  { ports, key, origin }: OperationContext,
): NewTask {
  if (!size) throw new RangeError(`${model.identity.id} has no sizes`);
  const createdAt = ports.clock.now();
  const draft = {
    id: ports.ids.taskId(),
    request,
    size,
    references: references.images.map(({ width, height }) => ({ width, height })),
    seed: typeof request.seed === 'number' ? request.seed : ports.ids.seed(),
  };
  const job = toEngineJob(draft, model);
  const planned = ports.engine.plan(job);
  const outputs = planned.map((output) => ({ ...output, units: unitsOf(job.output) }));
  const hold = holdFor(model, self, {
    outputs,
    references: draft.references.length,
    groupRatio: key.groupRatio,
  });
  return {
    ...draft,
    accountId: key.accountId,
    keyDigest: key.digest,
    modelId: model.identity.id,
    modelName: String(request.model),
    createdAt,
    dueAt: createdAt + estimatedSeconds(model, planned[0]?.tier) * 1000,
    hold,
    groupRatio: key.groupRatio,
    linkOrigin: origin,
  };
}

function unitsOf(output: OutputPlan): number {
  return output.kind === 'video' ? output.seconds : 1;
}
