import { type Evaluate, fillTemplate } from '../language/template.ts';
import type { Expectation } from '../suite/case.ts';
import type { Json } from '../suite/json.ts';
import { subsetFaults } from './subset.ts';
import type { Tell } from './tell.ts';
import { tellValues } from './tell-values.ts';

/** What expectations are checked against. */
export interface Subject {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly evaluate: Evaluate;
  readonly tell: Tell;
  /** Faults of a value against a schema by name. Throws when there is no such schema. */
  readonly schemaFaults: (kind: 'schema' | 'contract', name: string, value: unknown) => readonly string[];
}

/** Whether an expectation holds, what it asserts, and what came instead. */
export interface Verdict {
  readonly expected: string;
  /** Nothing when it holds. */
  readonly faults: readonly string[];
}

/** Checks one expectation with all its members. */
export function check(expectation: Expectation, subject: Subject): Verdict {
  const parts = [statusPart, headersPart, bodyPart, schemaParts, thatPart].flatMap((part) =>
    part(expectation, subject),
  );
  return {
    expected: parts.map(({ expected }) => expected).join(', '),
    faults: parts.flatMap(({ faults }) => faults),
  };
}

function statusPart({ status }: Expectation, { status: actual, evaluate }: Subject): readonly Verdict[] {
  if (status === undefined) return [];
  const wanted = typeof status === 'string' ? fillTemplate(status, evaluate) : status;
  const allowed = [wanted].flat().map(Number);
  const isFamily = typeof wanted === 'string' && /^[1-5]xx$/.test(wanted);
  const holds = isFamily ? String(actual)[0] === wanted[0] : allowed.includes(actual ?? 0);
  return [
    {
      expected: `status ${[wanted].flat().join(' or ')}`,
      faults: holds ? [] : [`status ${actual ?? 'absent'}`],
    },
  ];
}

/** The status that came in place of the one that is expected; undefined when it is the one, or none is expected. */
export function statusFault(expectation: Expectation, subject: Subject): string | undefined {
  return statusPart(expectation, subject)[0]?.faults[0];
}

function headersPart({ headers }: Expectation, { headers: actual = {} }: Subject): readonly Verdict[] {
  return Object.entries(headers ?? {}).map(([name, wanted]) => {
    const value = actual[name.toLowerCase()];
    return {
      expected: `header ${name}: ${wanted}`,
      faults: headerHolds(wanted, value) ? [] : [`header ${name}: ${value ?? 'absent'}`],
    };
  });
}

/** `present`, `absent`, a text, or a text that ends in `*`. */
function headerHolds(wanted: string, value: string | undefined): boolean {
  if (wanted === 'present') return value !== undefined && value !== '';
  if (wanted === 'absent') return value === undefined;
  return wanted.endsWith('*') ? (value?.startsWith(wanted.slice(0, -1)) ?? false) : value === wanted;
}

function bodyPart({ body }: Expectation, { body: actual, evaluate, tell }: Subject): readonly Verdict[] {
  if (body === undefined) return [];
  const wanted = fillTemplate(body, evaluate);
  return [{ expected: `body ${tell(wanted)}`, faults: subsetFaults(wanted, actual, { tell }) }];
}

function schemaParts({ schema, contract }: Expectation, { body, schemaFaults }: Subject): readonly Verdict[] {
  const named = (kind: 'schema' | 'contract', name: string | undefined, of = ''): readonly Verdict[] =>
    name === undefined
      ? []
      : [{ expected: `a body valid against ${name}${of}`, faults: schemaFaults(kind, name, body) }];
  return [...named('schema', schema), ...named('contract', contract, ' of the contract')];
}

function thatPart({ that }: Expectation, { evaluate, tell, status }: Subject): readonly Verdict[] {
  if (that === undefined) return [];
  const faults = thatFaults(that, { evaluate, tell });
  // What is asserted of a file or a record makes no sense of an error.
  const isError = status !== undefined && status >= 400 && !/\bstatus\b/.test(that);
  return [{ expected: that, faults: isError ? faults.map((fault) => `status ${status}; ${fault}`) : faults }];
}

function thatFaults(that: string, subject: Pick<Subject, 'evaluate' | 'tell'>): readonly string[] {
  try {
    const value = subject.evaluate(that);
    if (value === true) return [];
    const came = tellValues(that, subject);
    return [value === false ? came : `${subject.tell(value)}; ${came}`];
  } catch {
    return [tellValues(that, subject)];
  }
}
