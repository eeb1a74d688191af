import type { OperationId } from '../../generated/operations.ts';
import { policies } from '../../generated/policies.ts';
import { requestFields } from '../../generated/request-fields.ts';
import type { Catalogue } from '../contract/catalogue.ts';
import { type MisspelledField, misspelledFields } from '../contract/names/unknown-fields.ts';
import { nameOf } from '../contract/violations/pointer.ts';
import { toCallbackUrl, UNUSABLE } from './webhooks/callback-url.ts';

/** The header for accepted input that is probably a mistake: a list of strings as defined by RFC 9651. */
export type WarningHeader = Readonly<Record<'x-warning', string>>;

/** Statuses of accepted requests, and of those to correct. */
const WARNED: ReadonlySet<number> = new Set([200, 400]);

type ModelCall = keyof typeof requestFields;

/** What the fields of one text endpoint (sections 4.5 and 4.6) are called at the other. */
const SYNONYMS: Partial<Record<ModelCall, Readonly<Record<string, string>>>> = {
  createChatCompletion: {
    input: '/messages',
    instructions: '/messages',
    max_output_tokens: '/max_completion_tokens',
    text: '/response_format',
  },
  createResponse: {
    messages: '/input',
    max_tokens: '/max_output_tokens',
    max_completion_tokens: '/max_output_tokens',
    response_format: '/text/format',
  },
};

/** An operation, the status of its response, and the body of its request. */
interface AnsweredCall {
  readonly operationId: OperationId;
  readonly status: number;
  readonly body: unknown;
}

/**
 * The warnings about a request body, on responses where a caller would look for mistakes: unknown fields that are close to known ones,
 * or belong to the other text endpoint (section 2.2 accepts them), and a callback address that cannot be used (section 6).
 */
export function warningsFor(
  { operationId, status, body }: AnsweredCall,
  catalogue: Catalogue,
): WarningHeader | undefined {
  if (!isModelCall(operationId) || !WARNED.has(status)) return undefined;
  if (typeof body !== 'object' || body === null) return undefined;
  const found = misspelledIn({ operationId, status, body }, catalogue);
  const warnings = [...toList(found), ...(status === 200 ? callbackWarnings(operationId, body) : [])];
  return warnings.length > 0 ? { 'x-warning': warnings.join(', ') } : undefined;
}

/** Whatever is sent as an address, the task is accepted; without a usable one it has no callback. */
function callbackWarnings(operationId: ModelCall, body: object): readonly string[] {
  const address: unknown = Reflect.get(body, 'webhook');
  const isAsked = 'webhook' in requestFields[operationId] && (address ?? undefined) !== undefined;
  if (!isAsked || (typeof address === 'string' && toCallbackUrl(address))) return [];
  return [`${toText(`webhook cannot be used, so there will be no callback: ${UNUSABLE}`)};param="/webhook"`];
}

function isModelCall(operationId: OperationId): operationId is ModelCall {
  return Object.hasOwn(requestFields, operationId);
}

const NOTHING: readonly MisspelledField[] = Object.freeze([]);

/** A model without a contract accepts any field: one can be called misspelled only in a refused body. */
function misspelledIn(
  { operationId, status, body }: { operationId: ModelCall; status: number; body: object },
  catalogue: Catalogue,
): readonly MisspelledField[] {
  const name: unknown = Reflect.get(body, 'model');
  const model = typeof name === 'string' ? catalogue.find(name) : undefined;
  if (!model && status === 200) return NOTHING;
  const synonyms = SYNONYMS[operationId] ?? {};
  if (!model || operationId === 'createResponse')
    return misspelledFields(requestFields[operationId], body, { synonyms });
  return misspelledFields(model.fields, body, { forbidden: model.forbidden, synonyms });
}

const { max_warnings: MAX_WARNINGS } = policies.requests;

function toList(found: readonly MisspelledField[]): readonly string[] {
  if (found.length === 0) return [];
  const named = found.slice(0, MAX_WARNINGS).map(toWarning);
  const rest = found.length - named.length;
  return [...named, ...(rest > 0 ? [toText(`and ${rest} more`)] : [])];
}

function toWarning({ path, meant }: MisspelledField): string {
  const message = `${nameOf(path)} is not a known field; did you mean ${nameOf(meant)}?`;
  return `${toText(message)};param=${toText(path)};suggestion=${toText(meant)}`;
}

/** A string of a structured field: printable ASCII in quotes. */
function toText(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
}
