import type { GatewayResponse } from '../../gateway/exchange.ts';

/** A response of the control plane before serialization: a JSON body, plain text, or none. */
export interface ControlResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string;
}

/** Serializes a response: as JSON, unless it is text already. */
export function toTextResponse({ status, headers = {}, body }: ControlResponse): GatewayResponse {
  if (body === undefined) return { status, headers, body: undefined };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: text };
}

const refusals = {
  not_local: { status: 403, type: 'permission_error' },
  foreign_host: { status: 403, type: 'permission_error' },
  foreign_origin: { status: 403, type: 'permission_error' },
  not_found: { status: 404, type: 'invalid_request_error' },
} as const;

/** The envelope for errors that are not in the contract's error table. */
export function refuse(reason: keyof typeof refusals, message: string): ControlResponse {
  const { status, type } = refusals[reason];
  return { status, body: { error: { code: status, message, type, reason } } };
}
