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
