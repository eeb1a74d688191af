import { policies } from '../../../generated/policies.ts';
import type { BodyRead, GatewayRequest } from '../../gateway/exchange.ts';

/** A request whose body was buffered; the gateway reads it again. */
export interface BufferedRequest extends GatewayRequest {
  readonly body: BodyRead;
}

/** Buffers the body, up to the operation's limit. */
export async function bufferBody(request: GatewayRequest, operation: string): Promise<BufferedRequest> {
  const limits: Readonly<Partial<Record<string, number>>> = policies.requests.max_body_bytes;
  const maxBytes = limits[operation] ?? policies.requests.max_body_bytes.default;
  const body = request.method === 'POST' ? await request.readBody(maxBytes) : new Uint8Array();
  return { ...request, body, readBody: async () => body };
}

/** The model that a buffered body names. */
export function modelIn({ body }: BufferedRequest): string | undefined {
  const { model } = readJson(body);
  return typeof model === 'string' ? model : undefined;
}

/** The members of a JSON body; none when it is not a JSON object. */
export function readJson(body: BodyRead): Readonly<Record<string, unknown>> {
  if (!ArrayBuffer.isView(body) || body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
