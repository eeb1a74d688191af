import { policies } from '../../../generated/policies.ts';
import {
  invalidRequest,
  type ProblemResponse,
  problem,
  type Refused,
  refused,
} from '../../contract/problem.ts';
import { quote } from '../../contract/quote.ts';
import { type ExtractedData, extractData } from './extract-data.ts';
import { askLongMember } from './long-members.ts';
import { readJson } from './read-json.ts';

/** How the body of an operation is read. Cloneable, so that it can be passed to a worker thread. */
export interface BodyReading {
  /** Members of the body whose lists contain data URIs to extract. */
  readonly dataFields: readonly string[];
  /** Members of any object in it whose data URIs are extracted as well. */
  readonly dataMembers: readonly string[];
  /** Maximum bytes of the rest. */
  readonly maxRestBytes: number;
}

/** The body of a request as a JSON object without its data URIs, or why it is refused. */
export type BodyRead =
  | {
      readonly kind: 'read';
      readonly value: object;
      readonly taken: readonly ExtractedData[];
      readonly restBytes: number;
    }
  | Refused;

/** Reads the body of a request. Pure, so that a worker thread can run it; the bytes contain the extracted data. */
export function readBody(
  bytes: Uint8Array,
  { dataFields, dataMembers, maxRestBytes }: BodyReading,
  sha256: (bytes: Uint8Array) => string,
): BodyRead {
  const { rest, taken } = extractData(bytes, { dataFields, dataMembers, sha256 });
  if (rest.length > maxRestBytes)
    return refused(tooMuchRest(maxRestBytes, { bytes: rest.length, hint: askLongMember(rest, dataFields) }));
  const read = readJson(rest);
  if (read.kind === 'refused') return read;
  const { value } = read;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refused(problem('invalid_body', { values: { got: `; got ${quote(value)}` }, param: '' }));
  const { max_members: mostMembers } = policies.requests;
  const { length: members } = Object.keys(value);
  if (members > mostMembers) {
    const message = `The body has ${members} fields; it may have at most ${mostMembers}.`;
    return refused(invalidRequest('invalid_parameter', [{ path: '', rule: 'maxProperties', message }]));
  }
  return { kind: 'read', value, taken, restBytes: rest.length };
}

/** How far a body is beyond its limit, where that is known, and what may be wrong with it. */
interface Excess {
  readonly bytes: number;
  readonly hint?: string;
}

const APART = 'not counting data URIs in the media fields of its model';

/** The refusal of a submission with too much data apart from its images. */
export function tooMuchRest(maxBytes: number, excess?: Excess): ProblemResponse<'invalid_parameter'> {
  const message = excess
    ? `The body has ${excess.bytes} bytes, ${APART}; it may have at most ${maxBytes}${excess.hint || '.'}`
    : `The body has more than ${maxBytes} bytes, ${APART}.`;
  return invalidRequest('invalid_parameter', [{ path: '', rule: 'body_rest', message }]);
}
