import { policies } from '../../../generated/policies.ts';
import { invalidRequest, type Refused, refused } from '../../contract/problem.ts';
import { tooMuch } from '../admission/too-much.ts';
import type { GatewayRequest } from '../exchange.ts';
import type { Ports } from '../ports/ports.ts';
import type { ApiKey } from '../ports/store.ts';
import { type Attachments, createAttachments } from './attachments.ts';
import { type BodyReading, readBody } from './read-body.ts';

/** The parsed body of a request and its extracted data, or why it cannot be read. */
export type BodyParsed =
  | { readonly kind: 'read'; readonly value: object; readonly attachments: Attachments }
  | Refused;

/** What parses long bodies, for which account, and for how long it is worthwhile. */
export interface BodyParser {
  readonly reader: { readonly ports: Pick<Ports, 'bodyReader' | 'digest'>; readonly key: ApiKey };
  readonly request: Pick<GatewayRequest, 'signal'>;
}

/** Parses a short body directly, and leaves a long one to the port, so that it does not block the event loop. */
export function parseBody(
  bytes: Uint8Array,
  reading: BodyReading,
  parser: BodyParser,
): BodyParsed | Promise<BodyParsed> {
  if (bytes.length > policies.requests.large_body_bytes) return parseLong(bytes, reading, parser);
  const read = readBody(bytes, reading, (part) => parser.reader.ports.digest.sha256(part));
  return read.kind === 'read' ? toParsed({ ...read, bytes }) : read;
}

async function parseLong(
  bytes: Uint8Array,
  reading: BodyReading,
  { reader: { ports, key }, request }: BodyParser,
): Promise<BodyParsed> {
  const read = await ports.bodyReader.read(bytes, reading, {
    owner: key.accountId,
    signal: request.signal(),
  });
  switch (read.kind) {
    case 'read':
      return toParsed(read);
    case 'refused':
      return read;
    case 'too_large': {
      const message = 'Parsing the body would take more memory than one body is allowed.';
      return refused(invalidRequest('invalid_parameter', [{ path: '', rule: 'body_memory', message }]));
    }
    case 'busy':
    case 'too_slow':
    case 'cancelled':
      return refused(tooMuch('process', 'large bodies waiting to be read'));
    case 'crashed':
      throw read.error;
  }
}

function toParsed(read: { readonly value: object } & Parameters<typeof createAttachments>[0]): BodyParsed {
  return { kind: 'read', value: read.value, attachments: createAttachments(read) };
}
