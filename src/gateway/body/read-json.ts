import { policies } from '../../../generated/policies.ts';
import {
  invalidRequest,
  type ProblemResponse,
  problem,
  type Refused,
  refused,
} from '../../contract/problem.ts';
import { findOddText, withoutOddMembers } from '../../contract/violations/odd-text.ts';
import { memberPointer } from '../../contract/violations/pointer.ts';
import type { Violation } from '../../contract/violations/violation.ts';
import { scanBody } from './scan-body.ts';

export type JsonRead = { readonly kind: 'read'; readonly value: unknown } | Refused;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * Parses the JSON text of a client, the same for every operation: nesting and structure are bounded before it is parsed, and
 * no string has U+0000 or a lone surrogate. Pure, so that a worker thread can run it.
 */
export function readJson(bytes: Uint8Array): JsonRead {
  const {
    max_structure_bytes: maxStructureBytes,
    max_depth: maxDepth,
    max_members: maxMembers,
  } = policies.requests;
  const scan = scanBody(bytes, { maxStructureBytes, maxDepth, maxMembers });
  if (scan.kind === 'too_much_structure') return refused(tooMuchStructure());
  if (scan.kind === 'too_deep') return refuse(describeDepth(scan.name, maxDepth));
  if (scan.kind === 'too_many_members') return refuse(describeMembers(scan.name, maxMembers));
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch (error) {
    return refused(problem('invalid_json', { values: { detail: explain(bytes, error) }, param: '' }));
  }
  if (!scan.hasOddText) return { kind: 'read', value };
  // Most odd escapes are found; one in a duplicate member that is overwritten is not, and does no harm.
  const rest = withoutOddMembers(value);
  const odd = findOddText(rest);
  return odd ? refuse(odd) : { kind: 'read', value: rest };
}

/** The refusal of a body with too much outside of strings. */
export function tooMuchStructure(): ProblemResponse<'invalid_parameter'> {
  const { max_structure_bytes: most } = policies.requests;
  const message = `The body has more than ${most} bytes outside of its strings.`;
  return invalidRequest('invalid_parameter', [{ path: '', rule: 'structure', message }]);
}

function refuse(violation: Violation): JsonRead {
  return refused(invalidRequest('invalid_parameter', [violation]));
}

const { max_name_characters: LONGEST_NAME } = policies.wording;

function describeDepth(name: Uint8Array | undefined, maxDepth: number): Violation {
  const member = nameMember(name);
  const message = `${member ?? 'The body'} nests objects and arrays too deeply: the body may have at most ${maxDepth} levels`;
  return { path: member === undefined ? '' : memberPointer('', member), rule: 'depth', message };
}

function describeMembers(name: Uint8Array | undefined, maxMembers: number): Violation {
  const member = nameMember(name);
  const message = `${member ?? 'The body'} contains an object with more than ${maxMembers} fields`;
  return { path: member === undefined ? '' : memberPointer('', member), rule: 'maxProperties', message };
}

/** The name of a member, unless it is too long for a message. */
function nameMember(text: Uint8Array | undefined): string | undefined {
  if (!text || text.length > LONGEST_NAME) return undefined;
  try {
    return String(JSON.parse(utf8.decode(text))).toWellFormed();
  } catch {
    return undefined;
  }
}

/** How a form begins: a boundary, or a name with a value. */
const FORMS = [
  [/^--\S/, 'a multipart form'],
  [/^[\w.%+~[\]-]+=/, 'a URL-encoded form'],
] as const;
/** Bytes at the start of a body that are compared with a form. */
const START = 200;

function explain(bytes: Uint8Array, error: unknown): string {
  if (bytes.length === 0) return 'it is empty.';
  const start = new TextDecoder().decode(bytes.subarray(0, START));
  const form = FORMS.find(([beginning]) => beginning.test(start));
  if (form) return `it is ${form[1]}. Send a JSON object as application/json.`;
  return error instanceof SyntaxError ? `${error.message}.` : 'it is not UTF-8.';
}
