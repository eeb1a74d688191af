import type { SchemaViolation } from '../../generated/validators.js';
import type { Violation } from './violation.ts';
import { inBodyOrder } from './violations/body-order.ts';
import { chooseBranches } from './violations/choose-branch.ts';
import { explain } from './violations/explain.ts';
import { memberPointer, nameOf, stepsOf, valueAt } from './violations/pointer.ts';

/**
 * What a validator found, as violations with a path, the keyword and a sentence that says what is wrong and what is allowed, in
 * the order of the body. Of a failed `oneOf` or `anyOf`, what is wrong with the branch that was meant.
 */
export function toViolations(
  found: readonly SchemaViolation[],
  body: unknown,
  forbidden: Readonly<Record<string, string>> = {},
): readonly Violation[] {
  const told = chooseBranches(found);
  const mistyped = new Set(
    told.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  const violations = told
    .filter(({ keyword, instancePath }) => keyword === 'type' || !mistyped.has(instancePath))
    .map((error) => toViolation(error, body, forbidden));
  return inBodyOrder(violations, body);
}

function toViolation(
  error: SchemaViolation,
  body: unknown,
  forbidden: Readonly<Record<string, string>>,
): Violation {
  const { keyword, params, instancePath } = error;
  switch (keyword) {
    case 'required': {
      const path = memberPointer(instancePath, String(params.missingProperty));
      return { path, rule: keyword, message: `${nameOf(path)} is required` };
    }
    case 'additionalProperties': {
      const path = memberPointer(instancePath, String(params.additionalProperty));
      return { path, rule: keyword, message: `${nameOf(path)} is not a known field` };
    }
    case 'false schema': {
      const message = forbidden[stepsOf(instancePath)[0] ?? ''] ?? `${nameOf(instancePath)} is not allowed`;
      return { path: instancePath, rule: 'forbidden', message };
    }
    default: {
      const message = `${nameOf(instancePath)} ${explain(error, valueAt(body, instancePath))}`;
      return { path: instancePath, rule: keyword, message };
    }
  }
}
