import { toList, toObject } from '../suite/json.ts';
import { NoResponse, send, type WireResponse } from '../wire/exchange.ts';
import { richKeys, type Target } from './target.ts';

/** Sends a GET with the first rich key; undefined when the target does not respond. */
export async function askTarget(target: Target, path: string): Promise<WireResponse | undefined> {
  const headers = { authorization: `Bearer ${richKeys(target)[0]}` };
  try {
    return await send({ method: 'GET', url: `${target.base_url}${path}`, headers });
  } catch (error) {
    if (error instanceof NoResponse) return undefined;
    throw error;
  }
}

/** The capability `model:<id>` for each model that the target lists; none when the list cannot be read. */
export async function listedModels(target: Target): Promise<readonly string[]> {
  const answer = await askTarget(target, '/v1/models');
  return toList(toObject(answer?.body).data).map((entry) => `model:${String(toObject(entry).id)}`);
}
