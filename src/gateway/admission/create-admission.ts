import { policies } from '../../../generated/policies.ts';
import type { ProblemResponse } from '../../contract/problem.ts';
import { type Bounds, createBudget } from './create-budget.ts';
import { tooMuch } from './too-much.ts';

/** Things of which a key and the process may have only so much at a time. */
export type Bounded = 'answers' | 'body_bytes' | 'reference_requests' | 'reference_bytes';

/** What one request has of them. */
export interface Holding {
  /** Takes more; or takes nothing, and gives the refusal of the request. */
  take(what: Bounded, amount: number): ProblemResponse<'too_many_in_progress' | 'overloaded'> | undefined;
  /** Gives some of it back. */
  give(what: Bounded, amount: number): void;
  /** Gives everything back. */
  end(): void;
}

/** Admits requests as long as there is room for what they hold. */
export interface Admission {
  /** What a request of a key holds: nothing yet. */
  open(key: string): Holding;
}

/** The bounds, where they are not those of the policies. */
export type AdmissionBounds = Readonly<Partial<Record<Bounded, Bounds>>>;

const units: Readonly<Record<Bounded, string>> = {
  answers: 'answers in progress',
  body_bytes: 'bytes of large bodies',
  reference_requests: 'requests whose references are read',
  reference_bytes: 'bytes of references',
};

/** Creates the admission of a process in which nothing is in progress. */
export function createAdmission(given: AdmissionBounds = {}): Admission {
  const bounds = { ...policies.admission, ...given } satisfies Readonly<Record<Bounded, Bounds>>;
  const budgets = {
    answers: createBudget(bounds.answers),
    body_bytes: createBudget(bounds.body_bytes),
    reference_requests: createBudget(bounds.reference_requests),
    reference_bytes: createBudget(bounds.reference_bytes),
  };
  return {
    open(key) {
      let held: Map<Bounded, number> | undefined;
      const give = (what: Bounded, amount: number) => {
        budgets[what].give(key, amount);
        held?.set(what, (held.get(what) ?? 0) - amount);
      };
      return {
        take(what, amount) {
          const bound = budgets[what].take(key, amount);
          if (bound) return tooMuch(bound, `${bounds[what][`per_${bound}`]} ${units[what]}`);
          held ??= new Map();
          held.set(what, (held.get(what) ?? 0) + amount);
          return undefined;
        },
        give,
        end() {
          for (const [what, amount] of held ?? []) if (amount > 0) give(what, amount);
        },
      };
    },
  };
}
