import type { TaskOperation } from '../../contract/base-model.ts';
import type { CatalogueModel } from '../../contract/catalogue.ts';
import { estimatedSeconds, planOutput } from '../../contract/output.ts';
import { holdFor, type PricedOutput, unitPrices } from '../../contract/price.ts';
import type { RequestBody } from '../../contract/rules/self.ts';
import type { ValidRequest } from '../../contract/validate.ts';
import type { Digest } from '../ports/digest.ts';
import type { EngineReference } from '../ports/media/engine.ts';
import type { ProbedImage } from '../ports/media/media.ts';
import type { NewTask } from '../ports/store.ts';
import type { RequestContext } from '../request-context.ts';

/** A request that may become a task. */
export interface Submission {
  readonly valid: ValidRequest;
  /** The part of the request that is stored. */
  readonly request: RequestBody;
  readonly references: readonly Pick<ProbedImage, 'width' | 'height' | 'drawn' | 'copy'>[];
}

export interface PlannedTask {
  readonly task: NewTask;
  readonly outputs: readonly PricedOutput[];
}

/** Plans a task: its sizes, seed and due time, and what it holds of the balance. Nothing is stored yet. */
export function planTask(
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
  return { task: picture === undefined ? task : { ...task, picture }, outputs };
}

const NO_REFERENCES: readonly EngineReference[] = Object.freeze([]);

function toEngineReference(
  { width, height, drawn, copy }: Submission['references'][number],
  { sha256 }: Digest,
): EngineReference {
  if (drawn) return { width, height, drawn };
  return copy === undefined ? { width, height } : { width, height, picture: sha256(copy) };
}

/** The name as the client spelled it: the contract's own string, which all tasks share. */
function sharedSpelling({ identity }: CatalogueModel, spelled: string): string {
  return identity.spellings.find((spelling) => spelling === spelled) ?? spelled;
}
