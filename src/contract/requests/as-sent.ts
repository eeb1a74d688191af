import type { CatalogueModel } from '../catalogue.ts';
import { type Validation, validateRequest } from '../validate.ts';
import { findOddText, withoutOddMembers } from '../violations/odd-text.ts';

/** A body as a client sends it: JSON has no members that are undefined. Long texts are not copied. */
function asSent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asSent);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, asSent(member)]));
}

/** A request, validated as the gateway does that reads it: a text that it cannot keep is the only violation. */
export function validateAsSent(model: CatalogueModel, request: unknown): Validation {
  const body = withoutOddMembers(asSent(request));
  const odd = findOddText(body);
  return odd
    ? { kind: 'invalid', violations: [odd], references: [], self: {} }
    : validateRequest(model, body);
}
