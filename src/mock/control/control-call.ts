import { mockFields } from '../../../generated/mock-fields.ts';
import type { components, operations } from '../../../generated/mock-types.ts';
import { mockValidators } from '../../../generated/mock-validators.js';
import { policies } from '../../../generated/policies.ts';
import { invalidRequest, problem } from '../../contract/problem.ts';
import { toViolations } from '../../contract/violations/schema-violations.ts';
import { readJson } from '../../gateway/body/read-json.ts';
import { refuseUnread } from '../../gateway/body/receive-body.ts';
import type { GatewayRequest } from '../../gateway/exchange.ts';
import type { MockSession } from '../sessions/session.ts';
import type { ControlResponse } from './control-response.ts';

/** Schemas of the control plane's document. */
export type ControlSchemas = components['schemas'];

/** A call of the control plane, routed. */
export interface ControlCall {
  readonly session: MockSession;
  readonly request: GatewayRequest;
  /** Decoded path parameters, in order. */
  readonly parameters: readonly string[];
  readonly query: URLSearchParams;
  /** Resets the session to a fresh state. */
  reset(): void;
}

type BodyOf<Name extends keyof typeof mockValidators> =
  operations[Name]['requestBody']['content']['application/json'];

/** A valid body, or why it is invalid. */
export type ControlBody<Name extends keyof typeof mockValidators> =
  | { readonly kind: 'read'; readonly body: BodyOf<Name> }
  | { readonly kind: 'refused'; readonly response: ControlResponse };

const { max_body_bytes: MAX_BYTES } = policies.mock;

/** Reads and validates the body of a call. */
export async function readControlBody<Name extends keyof typeof mockValidators>(
  request: GatewayRequest,
  operation: Name,
): Promise<ControlBody<Name>> {
  if (isUnmarked(request))
    return { kind: 'refused', response: problem('invalid_body', { values: { got: '' } }) };
  const bytes = await request.readBody(MAX_BYTES);
  if (bytes === 'no_room') throw new TypeError('A call of the control plane reserves no capacity.');
  if (!ArrayBuffer.isView(bytes)) return { kind: 'refused', response: refuseUnread(bytes, MAX_BYTES) };
  const read = readJson(bytes);
  if (read.kind === 'refused') return read;
  const validate = mockValidators[operation];
  if (validate(read.value)) return { kind: 'read', body: read.value as BodyOf<Name> }; // guaranteed by the schema
  const violations = toViolations(validate.errors ?? [], { body: read.value, fields: mockFields[operation] });
  return { kind: 'refused', response: invalidRequest('invalid_parameter', violations) };
}

/** A page must declare its body as JSON, so that what a form can send is refused. Programs need not. */
function isUnmarked(request: GatewayRequest): boolean {
  if (request.header('origin') === undefined) return false;
  const [type = ''] = (request.header('content-type') ?? '').split(';');
  return type.trim().toLowerCase() !== 'application/json';
}

/** A violation for one value. */
export function refuseValue(path: string, rule: string, message: string): ControlResponse {
  return invalidRequest('invalid_parameter', [{ path, rule, message }]);
}
