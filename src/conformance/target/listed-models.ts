import { toList, toObject } from '../suite/json.ts';
import { NoResponse, send } from '../wire/exchange.ts';
import { richKeys, type Target } from './target.ts';

/** The capabilities `model:<id>` for the models that the target lists; none when the list cannot be read. */
export async function listedModels(target: Target): Promise<readonly string[]> {
  try {
    const { body } = await send({
      method: 'GET',
      url: `${target.base_url.replace(/\/$/, '')}/v1/models`,
      headers: { authorization: `Bearer ${richKeys(target)[0]}` },
    });
    return toList(toObject(body).data).map((entry) => `model:${String(toObject(entry).id)}`);
  } catch (error) {
    if (error instanceof NoResponse) return [];
    throw error;
  }
}
