import { withoutUser } from '../report/wire-log.ts';
import { UsageError } from '../usage-error.ts';
import { NoResponse, send } from '../wire/exchange.ts';
import { whyNoResponse } from '../wire/why-no-response.ts';
import { richKeys, type Target } from './target.ts';

/**
 * Requests the list of models before anything else, because a wrong key or address would make every case fail. Throws a `UsageError` that
 * says what is wrong; a gateway whose list is faulty is accepted.
 */
export async function expectGateway(target: Target): Promise<void> {
  const { base_url: base } = target;
  const url = `${base}/v1/models`;
  const { status, headers, body } = await ask(url, `Bearer ${richKeys(target)[0]}`);
  const outcome = `GET ${withoutUser(url)} returned ${status}`;
  if (status === 401 || status === 403)
    throw new UsageError(`${outcome} for this key. Check --key, or keys.rich in the target file.`);
  if (status === 404 && base.endsWith('/v1'))
    throw new UsageError(`${outcome}. Give the base URL without /v1: ${withoutUser(base.slice(0, -3))}`);
  if (body === undefined && !(headers['content-type'] ?? '').includes('json'))
    throw new UsageError(
      `${outcome} with ${headers['content-type'] ?? 'no content type'} instead of JSON. Is it the base URL of the gateway?`,
    );
}

async function ask(url: string, authorization: string): ReturnType<typeof send> {
  return send({ method: 'GET', url, headers: { authorization }, timeoutMs: 30_000 }).catch(
    (error: unknown) => {
      if (!(error instanceof NoResponse)) throw error;
      throw new UsageError(`GET ${withoutUser(url)} got no response: ${whyNoResponse(error.cause)}.`);
    },
  );
}
