import type { components } from '../../../generated/openapi-types.ts';
import { policies } from '../../../generated/policies.ts';
import type { CreateImageResponse } from '../../../generated/stub.ts';
import { formatWait } from '../../contract/plural.ts';
import { type ProblemResponse, problem } from '../../contract/problem.ts';
import { quote } from '../../contract/quote.ts';
import type { RequestBody } from '../../contract/rules/self.ts';
import { digestOfMeaning } from '../body/canonical-json.ts';
import type { ClaimedKey } from '../ports/idempotency-keys.ts';
import type { RequestContext } from '../request-context.ts';

type Accepted = components['schemas']['TaskSubmission'];

type Submit = (claimed?: ClaimedKey) => Promise<CreateImageResponse>;

interface Attempt {
  readonly idempotencyKey: string | undefined;
  readonly body: RequestBody;
  readonly context: RequestContext;
}

/**
 * Runs a submission at most once per `Idempotency-Key`: a replay gets the first response; a concurrent one, or one with a
 * different body, gets a 409. Only accepted submissions are stored, so that a refused one can be corrected and sent again.
 */
export function submitOnce(
  operationId: string,
  attempt: Attempt,
  submit: Submit,
): Promise<CreateImageResponse> {
  const { idempotencyKey } = attempt;
  return idempotencyKey === undefined
    ? submit()
    : submitWithKey({ operationId, key: idempotencyKey, submit }, attempt);
}

async function submitWithKey(
  { operationId, key, submit }: { operationId: string; key: string; submit: Submit },
  { body, context }: Attempt,
): Promise<CreateImageResponse> {
  const { max_key_length: max, header } = policies.idempotency;
  if (key.length > max || !/^[\x21-\x7e]+$/.test(key)) {
    const given = key.length > max ? `${key.length} characters` : quote(key);
    return problem('invalid_idempotency_key', { values: { max, given }, param: header });
  }
  const scope = { accountId: context.key.accountId, operationId, key };
  const { idempotencyKeys, digest, clock } = context.ports;
  const claim = await idempotencyKeys.claimIdempotency(
    scope,
    digestOfMeaning(body, digest, (name) => context.attachments.find(name)?.digest),
    clock.now(),
  );
  switch (claim.kind) {
    case 'in_progress':
      return inProgress(key);
    case 'mismatch':
      return problem('idempotency_mismatch', {
        values: { key: quote(key) },
        headers: { 'x-should-retry': 'false' },
        param: header,
      });
    case 'replay': {
      const body = claim.body as Accepted; // only responses of this function are stored, and only those with status 200
      context.facts.taskId = body.data[0]?.task_id;
      return { status: 200, headers: { 'idempotency-replayed': 'true' }, body };
    }
    case 'claimed':
      return submitClaimed(context, { scope, claim: claim.claim }, submit);
  }
}

/** The 409 for a key whose first request is still in progress. */
export function inProgress(key: string): ProblemResponse<'idempotency_in_progress'> {
  const { header, retry_after_seconds: seconds } = policies.idempotency;
  return problem('idempotency_in_progress', {
    values: { key: quote(key), wait: formatWait(seconds) },
    headers: { 'retry-after': String(seconds) },
    param: header,
  });
}

/** The store saves an accepted response with its task; otherwise the key is released, and a failure to do so hides no other error. */
async function submitClaimed(
  { ports, requestId }: RequestContext,
  claimed: ClaimedKey,
  submit: (claimed: ClaimedKey) => Promise<CreateImageResponse>,
): Promise<CreateImageResponse> {
  let answer: CreateImageResponse | undefined;
  try {
    answer = await submit(claimed);
    return answer;
  } finally {
    if (answer?.status !== 200)
      await ports.idempotencyKeys
        .releaseIdempotency(claimed)
        .catch((error: unknown) => ports.reportFault(error, requestId));
  }
}
