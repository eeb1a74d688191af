import { type Evaluate, fillTemplate } from '../language/template.ts';
import type { Expectation } from '../suite/case.ts';
import { isObject, type Json, toObject } from '../suite/json.ts';
import type { WireResponse } from '../wire/exchange.ts';
import { describeValues } from './describe-values.ts';
import type { FormatValue } from './value-formatter.ts';

export interface Subject extends Partial<Pick<WireResponse, 'status' | 'headers' | 'body'>> {
  readonly evaluate: Evaluate;
  readonly format: FormatValue;
  /** How a value violates a named schema. Throws when there is no such schema. */
  readonly schemaFaults: (kind: 'schema' | 'contract', name: string, value: unknown) => readonly string[];
}

export interface Verdict {
  readonly expected: string;
  /** Empty when the expectation holds. */
  readonly faults: readonly string[];
}

/** Checks all members of one expectation. */
export function check(expectation: Expectation, subject: Subject): Verdict {
  const parts = [statusPart, headersPart, bodyPart, schemaParts, thatPart].flatMap((part) =>
    part(expectation, subject),
  );
  return {
    expected: parts.map(({ expected }) => expected).join(', '),
    faults: parts.flatMap(({ faults }) => faults),
  };
}

function statusPart({ status }: Expectation, subject: Subject): readonly Verdict[] {
  const { status: actual, evaluate } = subject;
  if (status === undefined) return [];
  const wanted = typeof status === 'string' ? fillTemplate(status, evaluate) : status;
  const allowed = [wanted].flat().map(Number);
  const isFamily = typeof wanted === 'string' && /^[1-5]xx$/.test(wanted);
  const holds = isFamily ? String(actual)[0] === wanted[0] : allowed.includes(actual ?? 0);
  return [
    {
      expected: `status ${[wanted].flat().join(' or ')}`,
      faults: holds ? [] : [`status ${actual ?? 'absent'}${reasonIn(subject)}`],
    },
  ];
}

/** What the body says about the status: the envelope of section 7, or another form that is common. */
function reasonIn({ body, format }: Subject): string {
  const { error, message, detail } = toObject(body);
  const reason = [toObject(error).message, error, message, detail].find(isText);
  return reason === undefined ? '' : `: ${format(reason)}`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The actual status where another one is expected; undefined when it matches or none is expected. */
export function statusFault(expectation: Expectation, subject: Subject): string | undefined {
  return statusPart(expectation, subject)[0]?.faults[0];
}

function headersPart({ headers }: Expectation, { headers: actual = {} }: Subject): readonly Verdict[] {
  return Object.entries(headers ?? {}).map(([name, wanted]) => {
    const value = actual[name.toLowerCase()];
    // Media types have no case; their parameters may.
    const compared = name.toLowerCase() === 'content-type' ? value?.toLowerCase() : value;
    return {
      expected: `header ${name}: ${wanted}`,
      faults: headerHolds(wanted, compared) ? [] : [`header ${name}: ${value ?? 'absent'}`],
    };
  });
}

/** The expectation is `present`, `absent`, a value, or a prefix followed by `*`. */
function headerHolds(wanted: string, value: string | undefined): boolean {
  if (wanted === 'present') return value !== undefined && value !== '';
  if (wanted === 'absent') return value === undefined;
  return wanted.endsWith('*') ? (value?.startsWith(wanted.slice(0, -1)) ?? false) : value === wanted;
}

function bodyPart({ body }: Expectation, { body: actual, evaluate, format }: Subject): readonly Verdict[] {
  if (body === undefined) return [];
  const wanted = fillTemplate(body, evaluate);
  return [{ expected: `body ${format(wanted)}`, faults: subsetFaults(wanted, actual, { format }) }];
}

function schemaParts({ schema, contract }: Expectation, { body, schemaFaults }: Subject): readonly Verdict[] {
  const named = (kind: 'schema' | 'contract', name: string | undefined, of = ''): readonly Verdict[] =>
    name === undefined
      ? []
      : [{ expected: `a body valid against ${name}${of}`, faults: schemaFaults(kind, name, body) }];
  return [...named('schema', schema), ...named('contract', contract, ' of the contract')];
}

function thatPart({ that }: Expectation, { evaluate, format, status }: Subject): readonly Verdict[] {
  if (that === undefined) return [];
  const faults = thatFaults(that, { evaluate, format });
  // An assertion about a file or a record makes no sense for an error response: its status explains more.
  const isError = status !== undefined && status >= 400 && !/\bstatus\b/.test(that);
  return [{ expected: that, faults: isError ? faults.map((fault) => `status ${status}; ${fault}`) : faults }];
}

function thatFaults(that: string, subject: Pick<Subject, 'evaluate' | 'format'>): readonly string[] {
  try {
    const value = subject.evaluate(that);
    if (value === true) return [];
    const came = describeValues(that, subject);
    return [value === false ? came : `${subject.format(value)}; ${came}`];
  } catch {
    return [describeValues(that, subject)];
  }
}

/** Where a value differs from an expected subset, one line for each difference. Other members do not matter; lists are compared by index. */
function subsetFaults(
  expected: Json | undefined,
  actual: unknown,
  { format, pointer = '' }: { readonly format: FormatValue; readonly pointer?: string },
): readonly string[] {
  const fault = (): string => `${pointer || 'body'} is ${format(actual)}, not ${format(expected)}`;
  const below = (name: string | number) => ({ format, pointer: `${pointer}/${name}` });
  if (expected === undefined) return [];
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [fault()];
    return expected.flatMap((item: Json, index) => subsetFaults(item, actual[index], below(index)));
  }
  if (!isObject(expected)) return Object.is(expected, actual) ? [] : [fault()];
  if (!isObject(actual)) return [fault()];
  return Object.entries(expected).flatMap(([name, member]) =>
    subsetFaults(member, actual[name], below(name)),
  );
}
