import { policies } from '../../../generated/policies.ts';
import { wordsOf } from '../../contract/holds/hold-item.ts';
import { formatUsd } from '../../contract/money.ts';
import { type ProblemResponse, problem, type Refused, refused } from '../../contract/problem.ts';
import { quote } from '../../contract/quote.ts';
import { findMeans } from '../accounts/find-means.ts';
import type { Holding } from '../admission/create-admission.ts';
import type { BodyRead, BodyRoom, GatewayRequest } from '../exchange.ts';
import type { Ports } from '../ports/ports.ts';
import type { ApiKey } from '../ports/store.ts';
import { whenReady } from '../when-ready.ts';
import { tooMuchRest } from './read-body.ts';
import { tooMuchStructure } from './read-json.ts';
import { createStructureCount } from './structure-count.ts';

export type BodyReceived = { readonly kind: 'received'; readonly bytes: Uint8Array } | Refused;

/** The account that sends a body, and where capacity for it is reserved. */
export interface BodyOwner {
  readonly ports: Pick<Ports, 'store'>;
  readonly key: ApiKey;
  readonly holding: Holding;
}

export interface ReceivedLimits {
  readonly maxBytes: number;
  /** Maximum bytes apart from extracted data. */
  readonly maxRestBytes: number;
}

/**
 * Receives a body. A large one is received only if there is capacity for it, its account has a positive balance, and not too much of
 * it lies outside of strings.
 */
export function receiveBody(
  request: GatewayRequest,
  { maxBytes, maxRestBytes }: ReceivedLimits,
  owner: BodyOwner,
): BodyReceived | Promise<BodyReceived> {
  const wrongEncoding = refuseEncoding(request.header('content-encoding'));
  if (wrongEncoding) return refused(wrongEncoding);
  const room = new RequestRoom(request, owner, maxRestBytes);
  return whenReady(request.readBody(maxBytes, room), (read) => {
    if (ArrayBuffer.isView(read)) return { kind: 'received', bytes: read };
    if (read !== 'no_room') return refused(refuseUnread(read, maxBytes, ADVICE));
    const response = room.refusal();
    if (!response) throw new TypeError('A body was refused without a reason.');
    return refused(response);
  });
}

/** Images and files make requests long. */
const ADVICE = ' Send images and files as URLs.';

export function refuseUnread(
  why: Exclude<BodyRead, Uint8Array | 'no_room'>,
  max: number,
  advice = '',
): ProblemResponse<'body_too_large' | 'fragmented_body' | 'incomplete_body' | 'invalid_gzip'> {
  switch (why) {
    case 'too_large':
      return problem('body_too_large', { values: { max, advice } });
    case 'aborted':
      return problem('incomplete_body');
    case 'not_gzip':
      return invalidGzip('The request body is not valid gzip, although its Content-Encoding is gzip.');
    case 'not_one_gzip_member':
      return invalidGzip('The request body must be exactly one complete gzip member.');
    case 'fragmented': {
      const { max_tiny_chunks: chunks, min_chunk_bytes: bytes } = policies.requests;
      return problem('fragmented_body', { values: { chunks, bytes } });
    }
  }
}

function invalidGzip(detail: string): ProblemResponse<'invalid_gzip'> {
  return problem('invalid_gzip', { values: { detail } });
}

/** The capacity for one body. Every request with a body has one, and few reserve anything: a class, because it is created without closures. */
class RequestRoom implements BodyRoom {
  readonly freely = policies.requests.large_body_bytes;
  readonly #request: GatewayRequest;
  readonly #owner: BodyOwner;
  readonly #maxRestBytes: number;
  #refusal: ProblemResponse | undefined;
  #isLittleStructure: ((part: Uint8Array) => boolean) | undefined;
  #isPayable: boolean | undefined;

  constructor(request: GatewayRequest, owner: BodyOwner, maxRestBytes: number) {
    this.#request = request;
    this.#owner = owner;
    this.#maxRestBytes = maxRestBytes;
  }

  async take(bytes: number, ahead = 0) {
    this.#refusal = this.#owner.holding.take('body_bytes', bytes, { ahead });
    // A submission that was accepted before is replayed, whatever the remaining balance.
    this.#isPayable ??= this.#request.header(IDEMPOTENCY_HEADER) !== undefined;
    if (!this.#refusal && !this.#isPayable) this.#refusal = await checkBalance(this.#owner);
    this.#isPayable = true;
    return this.#refusal === undefined;
  }

  look(part: Uint8Array) {
    const { max_structure_bytes: maxStructureBytes } = policies.requests;
    this.#isLittleStructure ??= createStructureCount(Math.min(maxStructureBytes, this.#maxRestBytes));
    if (this.#isLittleStructure(part)) return true;
    const isRest = this.#maxRestBytes < maxStructureBytes;
    this.#refusal = isRest ? tooMuchRest(this.#maxRestBytes) : tooMuchStructure();
    return false;
  }

  refusal() {
    return this.#refusal;
  }
}

const IDEMPOTENCY_HEADER = policies.idempotency.header.toLowerCase();

/** The cost is known only once the body is read, but no request is free. */
async function checkBalance({
  ports,
  key,
}: BodyOwner): Promise<ProblemResponse<'insufficient_balance'> | undefined> {
  const { available, isQuota = false } = await findMeans(ports.store, key);
  if (available > 0n) return undefined;
  const { means, more } = wordsOf(isQuota);
  const values = {
    means: `The ${means}`,
    available: formatUsd(available),
    needed: 'more than 0',
    items: 'its body is not read without credit',
    advice: `${more}.`,
  };
  return problem('insufficient_balance', { values });
}

/** Accepted content encodings, besides none. */
const ACCEPTED = 'gzip';

/** The refusal of a body in an unsupported encoding; the shells decompress the supported one (RFC 9110, section 8.4). */
function refuseEncoding(encoding: string | undefined): ProblemResponse<'unsupported_encoding'> | undefined {
  if (encoding === undefined || /^\s*((x-)?gzip|identity)?\s*$/i.test(encoding)) return undefined;
  const values = { encoding: quote(encoding), accepted: ACCEPTED };
  return problem('unsupported_encoding', { values, headers: { 'accept-encoding': ACCEPTED } });
}
