import type { GatewayResponse } from '../../gateway/exchange.ts';

/** An answer of the control plane before it is written: a JSON body, or none. */
export interface ControlResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Writes an answer as JSON. */
export function toTextResponse({ status, headers = {}, body }: ControlResponse): GatewayResponse {
  if (body === undefined) return { status, headers, body: undefined };
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** The envelope for what the error table of the contract does not have. */
export function refuse(
  reason: 'not_local' | 'not_found',
  message: string,
): ControlResponse & { readonly status: 403 | 404 } {
  const [status, type] =
    reason === 'not_local' ? ([403, 'permission_error'] as const) : ([404, 'invalid_request_error'] as const);
  return { status, body: { error: { code: status, message, type, reason } } };
}
