import * as policies from '../../../generated/policy-sections.ts';
import { modelValidators, type SchemaViolation, type Validator } from '../../../generated/validators.js';
import type { CatalogueModel } from '../catalogue.ts';
import { inFirstEntries } from './first-entries.ts';
import { memberOf, stepsOf } from './pointer.ts';
import { toViolations, type ValidatedBody } from './schema-violations.ts';
import type { Violation } from './violation.ts';

export interface SchemaValidation {
  readonly violations: readonly Violation[];
  /** Top-level fields that are invalid or missing. */
  readonly invalid: ReadonlySet<string>;
  /** Missing top-level fields, one of which the schema requires. */
  readonly choices: ReadonlySet<string>;
}

const FITS: SchemaValidation = { violations: [], invalid: new Set(), choices: new Set() };
const { max_list_entries: MAX_ENTRIES } = policies.requests;

/**
 * Validates a body against the request schema of a model. A very long list of references is refused without
 * validating its entries.
 */
export function validateAgainstSchema(model: CatalogueModel, body: unknown): SchemaValidation {
  const { forbidden, tables } = model;
  const validator = tables ? tables.validator : modelValidators[model.identity.id];
  const about = { forbidden, patternMessages: tables?.patternMessages };
  const endless = Object.keys(model.media ?? {}).filter((field) => listAt(body, field).length > MAX_ENTRIES);
  if (endless.length === 0) return runValidator(validator, body, about);
  const cut = endless.map((field) => [field, listAt(body, field).slice(0, MAX_ENTRIES + 1)]);
  const short: unknown = { ...Object(body), ...Object.fromEntries(cut) };
  const { violations, invalid, choices } = runValidator(validator, short, { ...about, sent: body });
  return {
    choices,
    violations: endless.reduce((all, field) => withoutEntries(all, field, body), violations),
    invalid: new Set([...invalid, ...endless]),
  };
}

/** Runs a validator on a body, or on a part of it. */
export function runValidator(
  validator: Validator | undefined,
  body: unknown,
  { sent = body, ...about }: Omit<ValidatedBody, 'body'> & { readonly sent?: unknown } = {},
): SchemaValidation {
  if (!validator) throw new RangeError('There is no validator: run npm run generate.');
  if (validator(body)) return FITS;
  const found = inFirstEntries(validator.errors ?? []);
  return {
    violations: toViolations(found, { ...about, body: sent }),
    invalid: namesIn(found.filter((error) => !isChoice(error))),
    choices: namesIn(found.filter(isChoice)),
  };
}

/** A field of a body that requires one of several: it may be absent. */
function isChoice({ keyword, instancePath, schemaPath }: SchemaViolation): boolean {
  return keyword === 'required' && instancePath === '' && schemaPath.startsWith('#/anyOf/');
}

function namesIn(found: readonly SchemaViolation[]): ReadonlySet<string> {
  const names = found.map(({ instancePath, params }) => stepsOf(instancePath)[0] ?? params.missingProperty);
  return new Set(names.filter((name) => typeof name === 'string'));
}

/** The violations, with a single one for a list instead of those of its entries. */
function withoutEntries(
  violations: readonly Violation[],
  field: string,
  body: unknown,
): readonly Violation[] {
  const path = `/${field}`;
  const others = violations.filter((violation) => !violation.path.startsWith(`${path}/`));
  if (others.some((violation) => violation.path === path)) return others;
  const message = `${field} must have at most ${MAX_ENTRIES} entries; got ${listAt(body, field).length}`;
  return [...others, { path, rule: 'maxItems', message }];
}

function listAt(body: unknown, field: string): readonly unknown[] {
  const value = memberOf(body, field);
  return Array.isArray(value) ? value : [];
}
