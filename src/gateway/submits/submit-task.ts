import { policies } from '../../../generated/policies.ts';
import type { CreateImageResponse } from '../../../generated/stub.ts';
import type { TaskOperation } from '../../contract/base-model.ts';
import type { CatalogueModel } from '../../contract/catalogue.ts';
import type { Means } from '../../contract/holds/hold-item.ts';
import { insufficientForTask } from '../../contract/holds/insufficient-for-task.ts';
import { estimatedSeconds, planOutput } from '../../contract/output.ts';
import { holdFor, type PricedOutput, unitPrices } from '../../contract/price.ts';
import { invalidRequest, problem } from '../../contract/problem.ts';
import type { RequestBody } from '../../contract/rules/self.ts';
import {
  type TokenLimitCheck,
  type ValidRequest,
  validateBase,
  validateRequest,
} from '../../contract/validate.ts';
import { chooseModel } from '../catalogue/choose-model.ts';
import { admitReferences } from '../media/admit-references.ts';
import type { Digest } from '../ports/digest.ts';
import type { ClaimedKey } from '../ports/idempotency-keys.ts';
import type { EngineReference } from '../ports/media/engine.ts';
import type { ProbedImage } from '../ports/media/media.ts';
import type { NewTask } from '../ports/store.ts';
import type { Tokenizer } from '../ports/text/tokenizer.ts';
import type { RequestContext } from '../request-context.ts';
import { whenReady } from '../when-ready.ts';
import { keepParameters } from './keep-parameters.ts';
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
  const checking = choice.kind === 'base' ? isWithin : tokenCheck(choice.model, body, context);
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
  if (acceptance.kind === 'insufficient') return refuseHold(planned, acceptance);
  context.facts.taskId = task.id;
  context.facts.cost = task.hold;
  return answer;
}

/** Tokens are counted beforehand, because validation is synchronous and tokenizers load slowly. */
function tokenCheck(
  { prompt }: CatalogueModel,
  body: RequestBody,
  { ports: { tokenizer } }: RequestContext,
): TokenLimitCheck | Promise<TokenLimitCheck> {
  const text = prompt && body[prompt.field];
  if (!prompt?.max_tokens || typeof text !== 'string') return isWithin;
  const { max_tokens: most } = prompt;
  return whenReady(tokenizer.isWithin(text, most), (fits) =>
    fits ? isWithin : excessOf(text, most, tokenizer),
  );
}

async function excessOf(text: string, most: number, tokenizer: Tokenizer): Promise<TokenLimitCheck> {
  // Enough for one token more than allowed.
  const counted = text.slice(0, (most + 1) * LONGEST_TOKEN);
  const excess = { tokens: await tokenizer.count(counted), isAtLeast: counted.length < text.length };
  return () => excess;
}

const isWithin: TokenLimitCheck = () => undefined;

const { prompt_characters_per_token: LONGEST_TOKEN } = policies.requests;

type Accepted = Extract<CreateImageResponse, { status: 200 }>;

function toAccepted({ id }: NewTask): Accepted {
  return { status: 200, body: { code: 200, data: [{ status: 'submitted', task_id: id }] } };
}

function refuseHold({ task, outputs, valid }: PlannedTask, means: Means): CreateImageResponse {
  return insufficientForTask(valid, {
    ...means,
    needed: task.hold,
    outputs,
    references: task.references.length,
    groupRatio: task.groupRatio,
  });
}

const NO_REFERENCES: readonly EngineReference[] = Object.freeze([]);

interface PlannedTask {
  readonly task: NewTask;
  readonly outputs: readonly PricedOutput[];
  readonly valid: ValidRequest;
}

/** The name as the client spelled it: the contract's own string, which all tasks share. */
function sharedSpelling({ identity }: CatalogueModel, spelled: string): string {
  return identity.spellings.find((spelling) => spelling === spelled) ?? spelled;
}

interface Submission {
  readonly valid: ValidRequest;
  /** The part of the request that is stored. */
  readonly request: RequestBody;
  readonly references: readonly Pick<ProbedImage, 'width' | 'height' | 'drawn' | 'copy'>[];
}

function toEngineReference(
  { width, height, drawn, copy }: Submission['references'][number],
  { sha256 }: Digest,
): EngineReference {
  if (drawn) return { width, height, drawn };
  return copy === undefined ? { width, height } : { width, height, picture: sha256(copy) };
}

function planTask(
  operation: TaskOperation,
  { valid, request, references }: Submission,
  { ports, key, request: { origin } }: RequestContext,
): PlannedTask {
  const { model, self, size } = valid;
  if (!size) throw new RangeError(`${model.identity.id} has no sizes`);
  const createdAt = ports.clock.now();
  const id = ports.ids.taskId();
  const seed = typeof request.seed === 'number' ? request.seed : ports.ids.seed();
  const sides =
    references.length > 0 ? references.map((one) => toEngineReference(one, ports.digest)) : NO_REFERENCES;
  const picture = references[0]?.copy;
  const output = planOutput(model, self);
  const planned = ports.engine.plan({ taskId: id, model, request, output, size, references: sides, seed });
  const units = output.kind === 'video' ? output.seconds : 1;
  const outputs = planned.map(({ width, height, tier }) => ({ width, height, tier, units }));
  const task = {
    id,
    request,
    output,
    size,
    references: sides,
    seed,
    operation,
    accountId: key.accountId,
    keyDigest: key.digest,
    modelId: model.identity.id,
    modelName: sharedSpelling(model, String(request.model)),
    createdAt,
    dueAt:
      createdAt + Math.ceil((estimatedSeconds(model, planned[0]?.tier) * 1000) / (ports.engine.speed ?? 1)),
    hold: holdFor(model, self, { outputs, references: references.length, groupRatio: key.groupRatio }),
    prices: unitPrices(model),
    groupRatio: key.groupRatio,
    linkOrigin: origin,
  };
  return { task: picture === undefined ? task : { ...task, picture }, outputs, valid };
}
