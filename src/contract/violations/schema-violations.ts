import type { FieldShapes } from '../../../generated/catalogue.ts';
import * as policies from '../../../generated/policy-sections.ts';
import type { SchemaViolation } from '../../../generated/validators.js';
import { askMisspelling, closestName } from '../names/closest-name.ts';
import { inBodyOrder } from './body-order.ts';
import { chooseBranches } from './choose-branch.ts';
import { explain } from './explain.ts';
import { inFirstEntries } from './first-entries.ts';
import { memberPointer, nameOf, stepsOf, valueAt } from './pointer.ts';
import type { Violation } from './violation.ts';

/** The validated body, and what is known about it besides its schema. */
export interface ValidatedBody {
  readonly body: unknown;
  /** Why a forbidden field is forbidden, by name. */
  readonly forbidden?: Readonly<Record<string, string>>;
  /** The declared fields, where unknown ones are refused. */
  readonly fields?: FieldShapes;
  /** The requirements of patterns in words, beside those of the package. */
  readonly patternMessages?: Readonly<Record<string, string>> | undefined;
}

/**
 * The errors of a validator as violations, in the order of the body, each with a path, the keyword and a sentence
 * about what is wrong and what is allowed. A failed `oneOf` or `anyOf` gives the violations of the intended branch; a
 * list with very many invalid entries gives those of the first ones.
 */
export function toViolations(
  found: readonly SchemaViolation[],
  validated: ValidatedBody,
): readonly Violation[] {
  const reported = chooseBranches(inFirstEntries(found));
  const mistyped = new Set(
    reported.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  const violations = reported
    .filter(({ keyword, instancePath }) => keyword === 'type' || !mistyped.has(instancePath))
    .map((error) => toViolation(error, validated));
  return inBodyOrder(withoutRepeats(violations), validated.body);
}

/** A schema may say the same twice, as in `properties` and in `then`. */
function withoutRepeats(violations: readonly Violation[]): readonly Violation[] {
  return [
    ...new Map(violations.map((one) => [JSON.stringify([one.path, one.rule, one.message]), one])).values(),
  ];
}

function toViolation(error: SchemaViolation, validated: ValidatedBody): Violation {
  const { body, forbidden = {}, fields = {} } = validated;
  const { keyword, params, instancePath } = error;
  switch (keyword) {
    case 'required': {
      const name = String(params.missingProperty);
      const path = memberPointer(instancePath, name);
      const given = namesAt(body, instancePath);
      const hint = askMisspelling(name, given) || hintAt(name, given);
      return { path, rule: keyword, message: `${nameOf(path)} is required${hint}` };
    }
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      const path = memberPointer(instancePath, name);
      const known = namesOfShape(fields, instancePath);
      const meant = closestName(name, known);
      const all = known.length > 0 && known.length <= MAX_NAMED ? `; the fields are ${known.join(', ')}` : '';
      const hint = meant === undefined ? all : `; did you mean ${meant}?`;
      return { path, rule: keyword, message: `${nameOf(path)} is not a known field${hint}` };
    }
    case 'false schema': {
      const message = forbidden[stepsOf(instancePath)[0] ?? ''] ?? `${nameOf(instancePath)} is not allowed`;
      return { path: instancePath, rule: 'forbidden', message };
    }
    case 'type': {
      if (params.type !== 'null') return toPlainViolation(error, validated);
      const message = forbidden[stepsOf(instancePath)[0] ?? ''] ?? `${nameOf(instancePath)} is not supported`;
      return { path: instancePath, rule: 'forbidden', message };
    }
    default:
      return toPlainViolation(error, validated);
  }
}

const ENDPOINTS: ReadonlyMap<string, string> = new Map([
  ['messages', 'POST /v1/chat/completions'],
  ['input', 'POST /v1/responses'],
]);

/** The input of one text endpoint was sent to the other. */
function hintAt(missing: string, given: readonly string[]): string {
  const other = ENDPOINTS.has(missing) ? given.find((name) => ENDPOINTS.has(name)) : undefined;
  return other === undefined ? '' : `; ${other} is for ${ENDPOINTS.get(other)}`;
}

function toPlainViolation(error: SchemaViolation, { body, patternMessages }: ValidatedBody): Violation {
  const { keyword, instancePath } = error;
  const message = `${nameOf(instancePath)} ${explain(error, valueAt(body, instancePath), patternMessages)}`;
  return { path: instancePath, rule: keyword, message };
}

/** Fields that a message lists by name. */
const { max_names: MAX_NAMED } = policies.requests;

/** Only the first names: a body can have very many members. */
function namesAt(body: unknown, pointer: string): readonly string[] {
  const value = valueAt(body, pointer);
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).slice(0, policies.requests.max_unknown_fields);
}

/** The declared members of the body or of an object in it. */
function namesOfShape(fields: FieldShapes, pointer: string): readonly string[] {
  let shapes = fields;
  for (const step of stepsOf(pointer)) {
    const shape = shapes[step];
    if (typeof shape !== 'object' || !('fields' in shape)) return [];
    shapes = shape.fields;
  }
  return Object.keys(shapes);
}
