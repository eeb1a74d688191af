import { componentFields } from '../../generated/component-fields.ts';
import type { OperationId } from '../../generated/operations.ts';
import { findModel } from '../contract/catalogue.ts';
import { type MisspelledField, misspelledFields } from '../contract/unknown-fields.ts';
import { nameOf } from '../contract/violations/pointer.ts';

/** The header for accepted input that is probably a mistake: a list of strings as defined by RFC 9651. */
export type WarningHeader = Readonly<Record<'x-warning', string>>;

/** Statuses of accepted requests, and of those to correct. */
const WARNED: ReadonlySet<number> = new Set([200, 400]);

const SUBMITS: ReadonlySet<OperationId> = new Set<OperationId>([
  'createChatCompletion',
  'createImage',
  'createResponse',
  'createVideo',
]);

/**
 * The warnings about a request body, on responses where a caller would look for mistakes: unknown fields that are close to known ones
 * (section 2.2 accepts them).
 */
export function warningsFor(
  operationId: OperationId,
  status: number,
  body: unknown,
): WarningHeader | undefined {
  if (!SUBMITS.has(operationId) || !WARNED.has(status)) return undefined;
  if (typeof body !== 'object' || body === null) return undefined;
  const found = misspelledIn(operationId, body);
  return found.length > 0 ? { 'x-warning': found.map(toWarning).join(', ') } : undefined;
}

const NOTHING: readonly MisspelledField[] = Object.freeze([]);

/** A model without a contract accepts any field: none is known to be misspelled. */
function misspelledIn(operationId: OperationId, body: object): readonly MisspelledField[] {
  const name: unknown = Reflect.get(body, 'model');
  const model = typeof name === 'string' ? findModel(name) : undefined;
  if (!model) return NOTHING;
  if (operationId === 'createResponse') return misspelledFields(componentFields.ResponseCreateRequest, body);
  return misspelledFields(model.fields, body, model.forbidden);
}

function toWarning({ path, meant }: MisspelledField): string {
  const message = `${nameOf(path)} is not a known field; did you mean ${nameOf(meant)}?`;
  return `${toText(message)};param=${toText(path)};suggestion=${toText(meant)}`;
}

/** A string of a structured field: printable ASCII in quotes. */
function toText(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
}
