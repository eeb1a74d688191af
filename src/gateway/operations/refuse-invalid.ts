import { invalidRequest, type ProblemResponse } from '../../contract/problem.ts';
import type { RequestBody } from '../../contract/self.ts';
import type { InvalidRequest } from '../../contract/validate.ts';
import { inBodyOrder } from '../../contract/violations/body-order.ts';
import type { OperationContext } from '../context.ts';
import { readInRoom } from '../media/admit-references.ts';

/**
 * Refuses a request that is wrong in itself with every reason, those of its references included. They are left alone when the
 * account has nothing that a corrected request could be paid from.
 */
export async function refuseInvalid(
  { violations, references, self }: InvalidRequest,
  body: RequestBody,
  context: OperationContext,
): Promise<ProblemResponse<'invalid_parameter'>> {
  const isWorthReading = references.length > 0 && (await hasMoney(context));
  const read = isWorthReading ? await readInRoom(context, references, self) : undefined;
  if (read?.kind !== 'invalid') return invalidRequest('invalid_parameter', violations);
  return invalidRequest('invalid_parameter', inBodyOrder([...violations, ...read.violations], body));
}

/** Reading for requests that cost nothing would be free otherwise. */
async function hasMoney({ ports, key }: OperationContext): Promise<boolean> {
  const account = await ports.store.findAccount(key.accountId);
  return account !== undefined && account.available > 0n;
}
