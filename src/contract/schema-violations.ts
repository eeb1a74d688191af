import type { SchemaViolation } from '../../generated/validators.js';
import { quote } from './quote.ts';
import type { Violation } from './violation.ts';

/** What ajv found, as violations with a path, the keyword and a message that says what is allowed. */
export function toViolations(
  found: readonly SchemaViolation[],
  body: unknown,
  forbidden: Readonly<Record<string, string>> = {},
): readonly Violation[] {
  const own = found.filter(isOwnFailure);
  const mistyped = new Set(
    own.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  return own
    .filter(({ keyword, instancePath }) => keyword === 'type' || !mistyped.has(instancePath))
    .map((error) => toViolation(error, { body, forbidden, found }));
}

/** Branches of a failed combination say nothing that the combination does not. */
function isOwnFailure({ schemaPath }: Pick<SchemaViolation, 'schemaPath'>): boolean {
  return !/\/(anyOf|oneOf|not)\/\d+\//.test(schemaPath);
}

interface Context {
  readonly found: readonly SchemaViolation[];
  readonly body: unknown;
  readonly forbidden: Readonly<Record<string, string>>;
}

function toViolation(error: SchemaViolation, { body, forbidden, found }: Context): Violation {
  const { keyword, params, instancePath } = error;
  if (keyword === 'required') {
    const missing = String(params.missingProperty);
    return { path: `${instancePath}/${missing}`, rule: keyword, message: `${missing} is required` };
  }
  const name = nameOf(instancePath);
  if (keyword === 'false schema') {
    return { path: instancePath, rule: 'forbidden', message: forbidden[name] ?? `${name} is not allowed` };
  }
  if (keyword === 'anyOf' && instancePath === '') {
    const fields = found.flatMap(({ schemaPath, params }) =>
      isOwnFailure({ schemaPath }) ? [] : (params.missingProperty ?? []),
    );
    return { path: '', rule: keyword, message: `the body must have at least one of ${fields.join(', ')}` };
  }
  return {
    path: instancePath,
    rule: keyword,
    message: `${name} ${explain(error, valueAt(body, instancePath))}`,
  };
}

function explain({ keyword, params, message }: SchemaViolation, value: unknown): string {
  const given = quote(value);
  switch (keyword) {
    case 'type':
      return `must be ${article(String(params.type))}; this is ${given}`;
    case 'enum': {
      const allowed = Array.isArray(params.allowedValues) ? params.allowedValues : [];
      return `must be one of ${allowed.map(quote).join(', ')}; this is ${given}`;
    }
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
    case 'exclusiveMaximum':
      return `must be ${comparison(params.comparison)} ${String(params.limit)}; this is ${given}`;
    case 'minItems':
    case 'maxItems':
      return `must have ${bound(keyword)} ${String(params.limit)} entries; this has ${lengthOf(value)}`;
    case 'minLength':
    case 'maxLength':
      return `must have ${bound(keyword)} ${String(params.limit)} characters; this has ${lengthOf(value)}`;
    case 'pattern':
      return `must match ${String(params.pattern)}; this is ${given}`;
    default:
      return message ?? `breaks ${keyword}`;
  }
}

function comparison(sign: unknown): string {
  const words: Readonly<Record<string, string>> = {
    '>=': 'at least',
    '<=': 'at most',
    '>': 'above',
    '<': 'below',
  };
  return words[String(sign)] ?? String(sign);
}

function bound(keyword: string): string {
  return keyword.startsWith('min') ? 'at least' : 'at most';
}

function article(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function lengthOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  let codePoints = 0;
  if (typeof value === 'string') for (const _ of value) codePoints += 1;
  return codePoints;
}

/** `/image_urls/0` as `image_urls[0]`; the empty pointer as `the body`. */
function nameOf(pointer: string): string {
  if (pointer === '') return 'the body';
  return steps(pointer).reduce((name, step) => (/^\d+$/.test(step) ? `${name}[${step}]` : `${name}.${step}`));
}

function valueAt(body: unknown, pointer: string): unknown {
  return steps(pointer).reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    body,
  );
}

function steps(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
