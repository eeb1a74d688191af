import type { ErrorObject } from 'ajv';
import type { DidYouMean } from '../conform-options.ts';
import { toObject } from '../suite/json.ts';
import { clean, shorten } from '../terminal/paint.ts';

const MAX_SHOWN = 100;

/** The most specific error of a target file in one line: where it is, what is wrong, what is allowed. */
export function describeFault(errors: readonly ErrorObject[], didYouMean: DidYouMean): string {
  const [first] = errors.toSorted((left, right) => depth(right) - depth(left) || rank(left) - rank(right));
  if (!first) return 'it is not a target.';
  const where = first.instancePath.slice(1).replaceAll('/', '.');
  const at = (name: unknown): string => [where, String(name)].filter(Boolean).join('.');
  const named = where || 'the file';
  switch (first.keyword) {
    case 'additionalProperties': {
      const name = String(first.params.additionalProperty);
      const known = Object.keys(toObject(first.parentSchema?.properties));
      return `${at(name)} is unknown.${didYouMean(name, known) || ` Allowed: ${known.join(', ')}.`}`;
    }
    case 'enum': {
      const allowed = (first.params.allowedValues as readonly string[]).join(' or ');
      return `${named} must be ${allowed}; it is ${show(first.data)}.`;
    }
    case 'required':
      return `${at(first.params.missingProperty)} is missing.`;
    case 'type':
      return `${named} must be ${article(String(first.params.type))}; it is ${show(first.data)}.`;
    case 'format':
    case 'pattern':
      return `${named} must ${where.includes('path') ? 'begin with /' : 'be a URL such as http://127.0.0.1:8080'}; it is ${show(first.data)}.`;
    default:
      return `${named} ${first.message ?? 'is wrong'}.`;
  }
}

/** A file of another kind is not printed as a whole. */
function show(value: unknown): string {
  return shorten(clean(JSON.stringify(value) ?? 'empty'), MAX_SHOWN);
}

/** A deeper error is closer to the mistake than the errors of the alternatives around it. */
function depth({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length;
}

const WEAK = ['oneOf', 'const', 'propertyNames'];

function rank({ keyword }: ErrorObject): number {
  return keyword === 'additionalProperties' ? -1 : WEAK.includes(keyword) ? 1 : 0;
}

function article(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type === 'object' ? 'object with members' : type}`;
}
