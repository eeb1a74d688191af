import { NoResponse, send, type WireResponse } from '../wire/exchange.ts';
import { richKeys, type Target } from './target.ts';

/** What the target answers to a GET with its first rich key; undefined when it does not answer. */
export async function askTarget(target: Target, path: string): Promise<WireResponse | undefined> {
  const headers = { authorization: `Bearer ${richKeys(target)[0]}` };
  try {
    return await send({ method: 'GET', url: `${target.base_url}${path}`, headers });
  } catch (error) {
    if (error instanceof NoResponse) return undefined;
    throw error;
  }
}
