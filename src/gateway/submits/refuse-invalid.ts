import { invalidRequest, type ProblemResponse } from '../../contract/problem.ts';
import type { RequestBody } from '../../contract/rules/self.ts';
import type { InvalidRequest } from '../../contract/validate.ts';
import { inBodyOrder } from '../../contract/violations/body-order.ts';
import { findMeans } from '../accounts/find-means.ts';
import { readWithinCapacity } from '../media/admit-references.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * Refuses an invalid request with every violation, including those of its references. They are not read when the
 * key has no funds for a corrected request.
 */
export async function refuseInvalid(
  { violations, references, self }: InvalidRequest,
  body: RequestBody,
  context: RequestContext,
): Promise<ProblemResponse<'invalid_parameter'>> {
  const isWorthReading = references.length > 0 && (await hasMoney(context));
  const read = isWorthReading ? await readWithinCapacity(context, references, { self }) : undefined;
  if (read?.kind !== 'invalid') return invalidRequest('invalid_parameter', violations);
  return invalidRequest('invalid_parameter', inBodyOrder([...violations, ...read.violations], body));
}

/** Whether a key may spend anything: otherwise requests that cost nothing could be used for free downloads. */
export async function hasMoney({ ports, key }: RequestContext): Promise<boolean> {
  return (await findMeans(ports.store, key)).available > 0n;
}
