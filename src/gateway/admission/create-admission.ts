import { policies } from '../../../generated/policies.ts';
import type { ProblemResponse } from '../../contract/problem.ts';
import { type Bounds, createBudget } from './create-budget.ts';
import { type TooMuch, tooMuch } from './too-much.ts';

/** Resources with a limit per account and per process. */
type Bounded = 'answers' | 'body_bytes' | 'reference_requests' | 'reference_bytes';

/** The capacity reserved by one request. */
export interface Holding {
  /** Reserves more, or reserves nothing and returns the refusal. There must be capacity for announced bytes as well. */
  take(
    what: Bounded,
    amount: number,
    announced?: { readonly ahead: number },
  ): ProblemResponse<TooMuch> | undefined;
  /** Releases part of it. */
  give(what: Bounded, amount: number): void;
  /** Releases everything. */
  end(): void;
}

/** Admission control: admits requests while there is capacity for them. */
export interface Admission {
  /** Opens the reservations of one request of an account, initially empty. */
  open(account: string): Holding;
}

/** Limits that differ from the policies. */
export type AdmissionBounds = Readonly<Partial<Record<Bounded, Bounds>>>;

const units: Readonly<Record<Bounded, string>> = {
  answers: 'text responses in progress',
  body_bytes: 'bytes of large request bodies',
  reference_requests: 'requests with references being read',
  reference_bytes: 'bytes of references',
};

/** Creates the admission control of a process with nothing in progress. */
export function createAdmission(given: AdmissionBounds = {}): Admission {
  const bounds = { ...policies.admission, ...given } satisfies Readonly<Record<Bounded, Bounds>>;
  const budgets = {
    answers: createBudget(bounds.answers),
    body_bytes: createBudget(bounds.body_bytes),
    reference_requests: createBudget(bounds.reference_requests),
    reference_bytes: createBudget(bounds.reference_bytes),
  };
  const shared = { bounds, budgets };
  return { open: (account) => new AccountHolding(shared, account) };
}

interface Capacity {
  readonly bounds: Readonly<Record<Bounded, Bounds>>;
  readonly budgets: Readonly<Record<Bounded, ReturnType<typeof createBudget>>>;
}

/** Every request opens one, and few reserve anything: a class, because it is created without closures. */
class AccountHolding implements Holding {
  readonly #capacity: Capacity;
  readonly #account: string;
  #held: Map<Bounded, number> | undefined;

  constructor(capacity: Capacity, account: string) {
    this.#capacity = capacity;
    this.#account = account;
  }

  take(what: Bounded, amount: number, { ahead }: { readonly ahead: number } = NOT_AHEAD) {
    const { bounds, budgets } = this.#capacity;
    const bound = budgets[what].take(this.#account, { now: amount, ahead });
    if (bound) return tooMuch(bound, `${bounds[what][`per_${bound}`]} ${units[what]}`);
    this.#held ??= new Map();
    this.#held.set(what, (this.#held.get(what) ?? 0) + amount);
    return undefined;
  }

  give(what: Bounded, amount: number) {
    this.#capacity.budgets[what].give(this.#account, amount);
    this.#held?.set(what, (this.#held.get(what) ?? 0) - amount);
  }

  end() {
    for (const [what, amount] of this.#held ?? []) this.give(what, amount);
  }
}

const NOT_AHEAD = { ahead: 0 } as const;
