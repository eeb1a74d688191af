import { UsageError } from '../usage-error.ts';
import { NoResponse, send, type WireResponse } from '../wire/exchange.ts';
import { whyNoResponse } from '../wire/why-no-response.ts';

/** How a target on another machine reaches the receiver. */
export interface PublicAddress {
  /** Without the fragment and a trailing slash; paths are appended to it. */
  readonly base: string;
  /** The port on this machine that the address leads to; 0 for any. */
  readonly port: number;
}

/** Reads `https://hooks.example.com/base#8090`: the fragment is the local port, which a tunnel has to know in advance. */
export function readPublicAddress(publicUrl: string): PublicAddress {
  const [address = '', fragment = ''] = publicUrl.split('#');
  const port = fragment === '' ? 0 : Number(fragment);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(
      `${publicUrl}: the fragment of the callback URL is the port on this machine, such as #8090.`,
    );
  return { base: address.replace(/\/+$/, ''), port };
}

const FIRST_ANSWER_MS = 15_000;

/**
 * Sends a request to the public address of the receiver. Returns why there was no response, which may be so only on this machine. Throws
 * `UsageError` when something else responds.
 */
export async function askPublicAddress(
  address: string,
  hasArrived: () => boolean,
): Promise<string | undefined> {
  let response: WireResponse;
  try {
    response = await send({
      method: 'POST',
      url: address,
      headers: {},
      body: '{}',
      timeoutMs: FIRST_ANSWER_MS,
    });
  } catch (error) {
    if (error instanceof NoResponse) return whyNoResponse(error.cause);
    throw error;
  }
  if (hasArrived()) return undefined;
  throw new UsageError(
    `The callback URL does not reach the receiver on this machine: something else answered POST ${address} with ${response.status}. ` +
      'The local port of a tunnel is the fragment: --callback-url https://hooks.example.com#8090, or callbacks.public_url of the target file.',
  );
}
