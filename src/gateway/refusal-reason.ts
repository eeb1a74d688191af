import type { GatewayResponse } from './exchange.ts';

/** The reason that a refusal names in its envelope (section 7); undefined for any other answer. */
export function refusalReason({ status, body }: GatewayResponse): string | undefined {
  if (status < 400 || typeof body !== 'string') return undefined;
  return /"reason":"(\w+)"/.exec(body)?.[1];
}
