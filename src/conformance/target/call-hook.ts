import type { FormatValue } from '../checks/value-formatter.ts';
import { plainEvaluator } from '../language/expressions.ts';
import { fillTemplate } from '../language/template.ts';
import { type JsonObject, toObject } from '../suite/json.ts';
import { send, type WireResponse } from '../wire/exchange.ts';
import type { HookRequest } from './target.ts';

/** Sends a request that the target offers for tests, with its templates filled. Throws when the response is not 2xx. */
export type CallHook = (
  hook: HookRequest,
  values?: Readonly<Record<string, unknown>>,
) => Promise<WireResponse>;

export function createHooks(
  baseUrl: string,
  {
    isolating,
    format,
  }: { readonly isolating: Readonly<Record<string, string>>; readonly format: FormatValue },
): CallHook {
  const { evaluate } = plainEvaluator;
  return async (hook, values = {}) => {
    const filled = toObject(
      fillTemplate({ ...hook } as JsonObject, (expression) => evaluate(expression, values)),
    );
    const { path, body, headers } = filled;
    const method = String(filled.method ?? (body === undefined ? 'GET' : 'POST'));
    const response = await send({
      method,
      url: new URL(String(path), baseUrl).href,
      headers: {
        ...isolating,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(toObject(headers) as Record<string, string>),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.status < 200 || response.status > 299) {
      throw new Error(
        `the target's ${method} ${String(path)} answered ${response.status}: ${format(response.text)}`,
      );
    }
    return response;
  };
}
