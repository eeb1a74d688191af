import type { UnitPrices } from '../../../generated/vocabulary.ts';
import type { TaskOperation } from '../../contract/base-model.ts';
import type { NanoUsd } from '../../contract/money.ts';
import type { OutputPlan } from '../../contract/output.ts';
import type { Dimensions } from '../../contract/ratio.ts';
import type { RequestBody } from '../../contract/self.ts';
import type { SizePlan } from '../../contract/size.ts';
import type { EngineOutput, TaskFailure } from './engine.ts';

/** Requests that a key may make in a window of time. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** A key as the gateway knows it: by digest, never by its text. */
export interface ApiKey {
  readonly digest: string;
  readonly accountId: string;
  /** Model names the key may list and use; undefined for all. A name may be one nobody knows (section 2.1). */
  readonly models: readonly string[] | undefined;
  readonly group: string;
  /** Price ratio of the group, a decimal. */
  readonly groupRatio: string;
  /** Undefined for a key without a limit. */
  readonly rateLimit?: RateLimit;
  /** What a list of keys shows: the first characters of its text. */
  readonly hint?: string;
  readonly isRevoked?: boolean;
}

/** The money of an account; all amounts are zero or more, and available + held + used = deposited. */
export interface Account {
  readonly id: string;
  readonly available: NanoUsd;
  /** Held for tasks and answers in progress. */
  readonly held: NanoUsd;
  /** Charged so far. */
  readonly used: NanoUsd;
}

/**
 * One movement of money. The four postings of an entry sum to zero (double entry): what an account gains somewhere it
 * loses elsewhere. `deposited` is the counter-account of deposits and falls by what is paid in.
 */
export interface LedgerEntry {
  readonly accountId: string;
  /**
   * `deposit` pays in, `hold` reserves, `settle` charges a hold and returns the rest, `release` returns all of it, `balance`
   * is the sum of older entries.
   */
  readonly kind: 'deposit' | 'hold' | 'settle' | 'release' | 'balance';
  /** Task, answer or deposit that the money is for. */
  readonly reference: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly available: NanoUsd;
  readonly held: NanoUsd;
  readonly used: NanoUsd;
  readonly deposited: NanoUsd;
}

/** How a task ended; `charge` is zero for a failed one (section 3: full refund). */
export type TaskOutcome =
  | { readonly status: 'success'; readonly outputs: readonly EngineOutput[]; readonly charge: NanoUsd }
  | { readonly status: 'failed'; readonly error: TaskFailure; readonly charge: 0n }
  | { readonly status: 'cancelled'; readonly charge: 0n };

/** What a task is made from: whoever ends the task reads it, and it goes when the task ends. */
export interface TaskInput {
  readonly request: RequestBody;
  /** What is made, as the contract had it at submission: what was held for is what is made. */
  readonly output: OutputPlan;
  readonly size: SizePlan;
  readonly references: readonly Dimensions[];
  readonly seed: number;
}

/** A task, finished or not, as polls read it: small, whatever it is made from. Times in milliseconds since the Unix epoch. */
export interface Task {
  readonly id: string;
  readonly accountId: string;
  /** Digest of the key it was submitted with. */
  readonly keyDigest: string;
  readonly operation: TaskOperation;
  /** Id of the model, or the name nobody knows. */
  readonly modelId: string;
  /** Model name as the client spelled it. */
  readonly modelName: string;
  readonly createdAt: number;
  readonly dueAt: number;
  readonly hold: NanoUsd;
  /** Prices as they were at submission: what is settled is priced on them. */
  readonly prices: UnitPrices;
  readonly groupRatio: string;
  /** Origin of the result links, such as `http://localhost:8080`. */
  readonly linkOrigin: string;
  readonly finishedAt?: number;
  readonly outcome?: TaskOutcome;
}

/** A task as it was accepted. */
export interface NewTask extends Omit<Task, 'finishedAt' | 'outcome'>, TaskInput {}

/** What came of offering a hold to the store. */
export type Acceptance =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'insufficient'; readonly available: NanoUsd };

/** What came of a hold for an answer. */
export type HoldAcceptance =
  | {
      readonly kind: 'accepted';
      /**
       * False once the money may have been returned although nobody settled the hold, because this process could not say
       * for long that it lives: nothing more may be delivered on it.
       */
      stands(): boolean;
    }
  | Extract<Acceptance, { readonly kind: 'insufficient' }>;

/** Money reserved for an answer that is not a task. */
export interface Hold {
  readonly id: string;
  readonly accountId: string;
  readonly keyDigest: string;
  readonly modelId: string;
  readonly amount: NanoUsd;
  readonly createdAt: number;
}

/** One callback that is owed: the payload is the text that is sent, byte for byte (section 6). */
export interface NewDelivery {
  readonly taskId: string;
  readonly accountId: string;
  /** Where it goes, `/callback` included. */
  readonly url: string;
  readonly payload: string;
  readonly createdAt: number;
}

/** One try to deliver a callback. */
export interface DeliveryAttempt {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly durationMs: number;
  /** HTTP status of the answer, when there was one. */
  readonly status?: number;
  /** Why there was none, when there was none. */
  readonly error?: string;
}

/** Where a callback stands. `discarded` is an address that does not meet the requirements (section 6). */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'discarded';

/** A callback with what was tried. */
export interface Delivery extends NewDelivery {
  readonly state: DeliveryState;
  readonly attempts: readonly DeliveryAttempt[];
  /** When the next try is due, for a pending one. */
  readonly nextAt?: number;
  /** Why it was discarded, for a discarded one; those of older databases do not say. */
  readonly reason?: string;
  /** Whether one more try is scheduled, whatever the state is, because the operator asked for it. */
  readonly isResendDue?: boolean;
}

/** What follows a try: the end of a delivery, with the reason of a discarded one, or another try. */
export type DeliveryStep =
  | { readonly state: 'delivered' | 'failed' }
  | { readonly state: 'discarded'; readonly reason?: string }
  | { readonly state: 'pending'; readonly nextAt: number };

/** Identifies one idempotent submit: account and route, and the client's key. */
export interface IdempotencyScope {
  readonly accountId: string;
  readonly operationId: string;
  readonly key: string;
}

/** A claim of an idempotency key, which no other claim of it equals: who holds it may keep an answer, nobody else. */
export interface ClaimedKey {
  readonly scope: IdempotencyScope;
  readonly claim: string;
}

/** What is known under an idempotency key. */
export type IdempotencyClaim =
  | { readonly kind: 'claimed'; readonly claim: string }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'replay'; readonly status: number; readonly body: unknown };

/** Charges of one model on one day (UTC). */
export interface DailyCharge {
  /** Start of the day, milliseconds since the Unix epoch. */
  readonly day: number;
  readonly model: string;
  readonly amount: NanoUsd;
}

/** The answer that a later request with the same idempotency key gets; kept in the same step as the task it is for. */
export interface Replay extends ClaimedKey {
  readonly answer: { readonly status: number; readonly body: unknown };
}

/** What came of a task. `superseded`: another request has claimed its idempotency key meanwhile, and nothing happened. */
export type TaskAcceptance = Acceptance | { readonly kind: 'superseded' };

/** Tasks and the money they hold. Each verb is atomic; one that schedules work schedules it in the same step. */
export interface TaskStore {
  /** Holds the task's money, keeps the task and schedules its end; nothing happens when the balance does not cover the hold. */
  acceptTask(task: NewTask, replay?: Replay): Promise<TaskAcceptance>;
  findTask(id: string): Promise<Task | undefined>;
  /** A task with what it is made from; undefined when it has ended. */
  findUnfinishedTask(id: string): Promise<NewTask | undefined>;
  /**
   * Ends a task once: settles the charge, returns the rest of the hold, and keeps and schedules the callback that is
   * owed. False when it had ended already.
   */
  finishTask(
    id: string,
    outcome: TaskOutcome,
    end: { readonly at: number; readonly delivery?: NewDelivery },
  ): Promise<boolean>;
}

/** Money that is not a task's, and the books. Each verb is atomic. */
export interface LedgerStore {
  findAccount(id: string): Promise<Account | undefined>;
  /** What was charged through one key so far. */
  findKeyUsage(digest: string): Promise<NanoUsd>;
  hold(hold: Hold): Promise<HoldAcceptance>;
  /**
   * Charges a hold once and returns the rest; a zero charge releases it. False when it was settled already. While the
   * database is away it is put down and done later. Of a hold whose money was returned, what the account still has is
   * charged.
   */
  settle(holdId: string, charge: NanoUsd, at: number): Promise<boolean>;
  /** Charges of an account from one day to another, both included, oldest first. */
  listDailyCharges(accountId: string, from: number, to: number): Promise<readonly DailyCharge[]>;
  /** Entries of an account, newest first. */
  listLedger(accountId: string, limit: number): Promise<readonly LedgerEntry[]>;
}

/** Idempotency keys of submits (24 hours). */
export interface IdempotencyStore {
  claimIdempotency(scope: IdempotencyScope, bodyDigest: string, now: number): Promise<IdempotencyClaim>;
  /** Frees a claimed key for which no answer was kept (`acceptTask` keeps it); otherwise changes nothing. */
  releaseIdempotency(claimed: ClaimedKey): Promise<void>;
}

/** Explicitly cached prompts (section 4.5, rule 4), by one-way digests that stand for account, model and prompt. */
export interface PromptMarkStore {
  /** Those of the digests that are alive at a time. */
  findPromptMarks(digests: readonly string[], now: number): Promise<ReadonlySet<string>>;
  /** Keeps digests alive until `expiresAt`; never shortens a life. Times in milliseconds since the Unix epoch. */
  savePromptMarks(
    digests: readonly string[],
    life: { readonly now: number; readonly expiresAt: number },
  ): Promise<void>;
}

/** Callbacks that are owed and what was tried. */
export interface DeliveryStore {
  findDelivery(taskId: string): Promise<Delivery | undefined>;
  /**
   * Records a try and what follows; a next try is scheduled. `attempt` is absent when nothing was sent: a step to
   * `pending` then only puts the job off, and leaves the state and a resend that is due as they are.
   */
  recordAttempt(taskId: string, attempt: DeliveryAttempt | undefined, next: DeliveryStep): Promise<void>;
  /** Newest first. */
  listDeliveries(limit: number): Promise<readonly Delivery[]>;
}

/** Keys and accounts as an operator keeps them. */
export interface AccountStore {
  findKey(digest: string): Promise<ApiKey | undefined>;
  /** Creates or replaces a key; its account is created with it when it is new. */
  saveKey(key: ApiKey): Promise<void>;
  listKeys(): Promise<readonly ApiKey[]>;
  /** Pays in (or out, when negative and covered); false when the balance does not cover it. Creates the account when it is new. */
  deposit(accountId: string, amount: NanoUsd, at: number): Promise<boolean>;
  /** Active webhook secrets, newest first: two during a rotation (section 6). */
  findWebhookSecrets(accountId: string): Promise<readonly string[]>;
  saveWebhookSecrets(accountId: string, secrets: readonly string[]): Promise<void>;
}

/** Everything the gateway remembers. */
export interface Store
  extends TaskStore,
    LedgerStore,
    IdempotencyStore,
    PromptMarkStore,
    DeliveryStore,
    AccountStore {}
