import type { CreateImageResponse } from '../../../generated/stub.ts';
import type { TaskOperation } from '../../contract/base-model.ts';
import type { Means } from '../../contract/holds/hold-item.ts';
import { insufficientForTask } from '../../contract/holds/insufficient-for-task.ts';
import { invalidRequest, problem } from '../../contract/problem.ts';
import type { RequestBody } from '../../contract/rules/self.ts';
import { type ValidRequest, validateBase, validateRequest } from '../../contract/validate.ts';
import { chooseModel } from '../catalogue/choose-model.ts';
import { admitReferences } from '../media/admit-references.ts';
import type { ClaimedKey } from '../ports/idempotency-keys.ts';
import type { NewTask } from '../ports/store.ts';
import type { RequestContext } from '../request-context.ts';
import { checkPromptTokens, isWithin } from './check-prompt-tokens.ts';
import { keepParameters } from './keep-parameters.ts';
import { type PlannedTask, planTask } from './plan-task.ts';
import { refuseInvalid } from './refuse-invalid.ts';
import { inProgress } from './submit-once.ts';
import { toModerate } from './to-moderate.ts';

/**
 * Submits an image or video task (sections 4.3 and 4.4): model, schema, rules, balance check, references, then the hold. A
 * request that is refused creates no task and no ledger entry.
 */
export async function submitTask(
  operation: TaskOperation,
  body: RequestBody,
  { context, claimed }: { readonly context: RequestContext; readonly claimed: ClaimedKey | undefined },
): Promise<CreateImageResponse> {
  const choice = chooseModel(operation, body, context);
  if (choice.kind === 'refused') return choice.response;
  const checking = choice.kind === 'base' ? isWithin : checkPromptTokens(choice.model, body, context);
  const countExcess = checking instanceof Promise ? await checking : checking;
  const valid =
    choice.kind === 'base'
      ? validateBase(operation, choice.model, body)
      : validateRequest(choice.model, body, countExcess);
  if (valid.kind === 'error') throw new Error(valid.message);
  if (valid.kind === 'invalid') return refuseInvalid(valid, body, context);
  // This comes before the references are probed, which transfers the bytes to a thread.
  const kept = keepParameters(valid, context.attachments);
  if (kept.kind === 'refused') return kept.response;
  const admitting = admitReferences(valid, context);
  const references = admitting instanceof Promise ? await admitting : admitting;
  if (references.kind === 'refused') return references.response;
  if (references.kind === 'invalid') return invalidRequest('invalid_reference', references.violations);
  if (
    valid.request.nsfw_check === true &&
    (await context.ports.moderator.moderate(toModerate(choice.kind, valid))).isFlagged
  )
    return problem('content_policy_violation');
  const submission = { valid, request: kept.request, references: references.images };
  const planned = planTask(operation, submission, context);
  const { task } = planned;
  const answer = toAccepted(task);
  const acceptance = await context.ports.store.acceptTask(task, claimed && { ...claimed, answer });
  if (acceptance.kind === 'superseded') return inProgress(claimed?.scope.key ?? '');
  if (acceptance.kind === 'insufficient') return refuseHold(valid, planned, acceptance);
  context.facts.taskId = task.id;
  context.facts.cost = task.hold;
  return answer;
}

type Accepted = Extract<CreateImageResponse, { status: 200 }>;

function toAccepted({ id }: NewTask): Accepted {
  return { status: 200, body: { code: 200, data: [{ status: 'submitted', task_id: id }] } };
}

function refuseHold(valid: ValidRequest, { task, outputs }: PlannedTask, means: Means): CreateImageResponse {
  return insufficientForTask(valid, {
    ...means,
    needed: task.hold,
    outputs,
    references: task.references.length,
    groupRatio: task.groupRatio,
  });
}
