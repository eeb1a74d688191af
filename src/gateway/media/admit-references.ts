import { insufficientForTask } from '../../contract/holds/insufficient-for-task.ts';
import { leastHold } from '../../contract/holds/possible-holds.ts';
import { type ReferenceField, referenceFields } from '../../contract/media-limits.ts';
import { type ProblemResponse, type Refused, refused } from '../../contract/problem.ts';
import type { ValidRequest } from '../../contract/validate.ts';
import { findMeans } from '../accounts/find-means.ts';
import type { RequestContext } from '../request-context.ts';
import { type ReferencesRead, readReferences } from './read-references.ts';

/** References that were read, or why they were refused or not read. */
export type ReferencesAdmitted = ReferencesRead | Refused<'insufficient_balance'>;

const NO_REFERENCES: ReferencesAdmitted = { kind: 'read', images: [] };

/** Reads the references of a request if the account could pay for it and there is capacity: requests without funds reserve nothing. */
export function admitReferences(
  valid: ValidRequest,
  context: RequestContext,
): ReferencesAdmitted | Promise<ReferencesAdmitted> {
  const fields = referenceFields(valid.model, valid.self);
  return fields.length === 0 ? NO_REFERENCES : admitFields(valid, fields, context);
}

async function admitFields(
  valid: ValidRequest,
  fields: readonly ReferenceField[],
  context: RequestContext,
): Promise<ReferencesAdmitted> {
  const short = await checkBalance(valid, fields, context);
  return short ? refused(short) : readWithinCapacity(context, fields, valid);
}

/**
 * Reads references if there is capacity. For a clip of a known model the first is copied, because the clip begins
 * with it.
 */
export async function readWithinCapacity(
  context: RequestContext,
  fields: readonly ReferenceField[],
  { model, self }: Pick<ValidRequest, 'self'> & Partial<Pick<ValidRequest, 'model'>>,
): Promise<ReferencesRead> {
  const holding = context.admission.open(context.key.accountId);
  const busy = holding.take('reference_requests', 1);
  if (busy) return refused(busy);
  try {
    const { ports, attachments, key } = context;
    const owner = key.accountId;
    const copiesFirst = model?.output?.kind === 'video';
    return await readReferences(
      { ports, holding, attachments, owner, copiesFirst, signal: context.request.signal() },
      fields,
      self,
    );
  } finally {
    holding.end();
  }
}

/** Whether the key may spend the minimum cost of the request. Nothing is held yet: the hold itself decides. */
async function checkBalance(
  valid: ValidRequest,
  fields: readonly ReferenceField[],
  { ports, key }: RequestContext,
): Promise<ProblemResponse<'insufficient_balance'> | undefined> {
  const { model, self, size } = valid;
  if (!size) throw new RangeError(`${model.identity.id} has no sizes`);
  const { groupRatio } = key;
  const references = fields.reduce((sum, { addresses }) => sum + addresses.length, 0);
  const { outputs, amount: needed } = leastHold(model, { self, size, references, groupRatio });
  const means = await findMeans(ports.store, key);
  if (means.available >= needed) return undefined;
  return insufficientForTask(valid, { ...means, needed, outputs, references, groupRatio });
}
