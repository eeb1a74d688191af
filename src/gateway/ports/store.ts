import type { UnitPrices } from '../../../generated/vocabulary.ts';
import type { TaskOperation } from '../../contract/base-model.ts';
import type { Means } from '../../contract/holds/hold-item.ts';
import type { NanoUsd } from '../../contract/money.ts';
import type { OutputPlan } from '../../contract/output.ts';
import type { RequestBody } from '../../contract/rules/self.ts';
import type { SizePlan } from '../../contract/sizes/size.ts';
import type { Replay } from './idempotency-keys.ts';
import type { EngineOutput, EngineReference, TaskFailure } from './media/engine.ts';
import type { PictureCopy } from './media/media.ts';

/** A rate limit: requests per window of time. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** A key as the gateway stores it: by digest, never as text. */
export interface ApiKey {
  readonly digest: string;
  readonly accountId: string;
  /** Model names the key may list and use; undefined for all. A name need not belong to a known model (section 2.1). */
  readonly models: readonly string[] | undefined;
  /** The most that may be charged through the key; undefined for a key without a quota of its own (section 2.6). */
  readonly quota?: NanoUsd;
  readonly group: string;
  /** Model names that the keys of the group may list and use; undefined for all. */
  readonly groupModels?: readonly string[];
  /** Price ratio of the group, a decimal. */
  readonly groupRatio: string;
  /** Undefined for a key without a limit. */
  readonly rateLimit?: RateLimit;
  /** The first characters of the key's text, for listings. */
  readonly hint?: string;
  readonly isRevoked?: boolean;
}

/** The balances of an account; all amounts are zero or more, and available + held + used = deposited. */
export interface Account {
  readonly id: string;
  readonly available: NanoUsd;
  /** Held for running tasks and text answers. */
  readonly held: NanoUsd;
  /** Charged so far. */
  readonly used: NanoUsd;
}

/** What was charged through a key, and what is held for it; both zero or more. */
export interface KeyUsage {
  readonly used: NanoUsd;
  /** Counted for keys with a quota only. */
  readonly held: NanoUsd;
}

/**
 * One ledger entry. Its four postings sum to zero (double entry): what is added to one balance is taken from
 * another. `deposited` is the counter-account of deposits and falls by what is paid in.
 */
export interface LedgerEntry {
  readonly accountId: string;
  /**
   * `deposit` pays in, `hold` reserves, `settle` charges a hold and releases the rest, `release` releases all of it,
   * `balance` replaces older entries.
   */
  readonly kind: 'deposit' | 'hold' | 'settle' | 'release' | 'balance';
  /** Task, answer or deposit that the entry is for. */
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

/** The input of a task, read to finish it and deleted when it ends. */
export interface TaskInput {
  readonly request: RequestBody;
  /** The planned outputs, by the contract at submission: the hold is based on them. */
  readonly output: OutputPlan;
  readonly size: SizePlan;
  readonly references: readonly EngineReference[];
  readonly seed: number;
}

/** A task, finished or not, as polls read it: small, whatever its input. Times in milliseconds since the Unix epoch. */
export interface Task {
  readonly id: string;
  readonly accountId: string;
  /** Digest of the key it was submitted with. */
  readonly keyDigest: string;
  readonly operation: TaskOperation;
  /** Id of the model, or a name without metadata. */
  readonly modelId: string;
  /** Model name as the client spelled it. */
  readonly modelName: string;
  readonly createdAt: number;
  readonly dueAt: number;
  readonly hold: NanoUsd;
  /** Prices at submission: the settlement is based on them. */
  readonly prices: UnitPrices;
  readonly groupRatio: string;
  /** Origin of the result links, such as `http://localhost:8080`. */
  readonly linkOrigin: string;
  readonly finishedAt?: number;
  readonly outcome?: TaskOutcome;
}

/** A task to accept. */
export interface NewTask extends Omit<Task, 'finishedAt' | 'outcome'>, TaskInput {
  /** The picture that its clip begins with: kept as long as the task, and read neither by polls nor when it ends. */
  readonly picture?: PictureCopy;
}

/** The result of requesting a hold. */
export type HoldResult = { readonly kind: 'accepted' } | ({ readonly kind: 'insufficient' } & Means);

/** The result of requesting a hold for a text answer. */
export type AnswerHoldResult =
  | {
      readonly kind: 'accepted';
      /**
       * False once another process may have released the hold, because this process could not renew its lease: nothing more
       * may be delivered against it.
       */
      isValid(): boolean;
    }
  | Extract<HoldResult, { readonly kind: 'insufficient' }>;

/** Money held for a text answer, which has no task. */
export interface Hold {
  readonly id: string;
  readonly accountId: string;
  readonly keyDigest: string;
  readonly modelId: string;
  readonly amount: NanoUsd;
  readonly createdAt: number;
}

/** One callback to deliver: the payload is the text that is sent, byte for byte (section 6). */
export interface NewDelivery {
  readonly taskId: string;
  readonly accountId: string;
  /** The address, including `/callback`. */
  readonly url: string;
  readonly payload: string;
  readonly createdAt: number;
}

/** One delivery attempt. */
export interface DeliveryAttempt {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly durationMs: number;
  /** HTTP status of the response, if there was one. */
  readonly status?: number;
  /** Why there was no response, if there was none. */
  readonly error?: string;
}

/** State of a callback. `discarded` means that its address does not meet the requirements (section 6). */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'discarded';

/** A callback with its delivery attempts. */
export interface Delivery extends NewDelivery {
  readonly state: DeliveryState;
  readonly attempts: readonly DeliveryAttempt[];
  /** When the next attempt is due, for a pending one. */
  readonly nextAt?: number;
  /** Why it was discarded, for a discarded one; older databases do not store it. */
  readonly reason?: string;
  /** Whether one more attempt is scheduled, whatever the state, because the operator requested it. */
  readonly isResendDue?: boolean;
}

/** What follows an attempt: the end of a delivery, with the reason of a discarded one, or another attempt. */
export type DeliveryStep =
  | { readonly state: 'delivered' | 'failed' }
  | { readonly state: 'discarded'; readonly reason?: string }
  | { readonly state: 'pending'; readonly nextAt: number };

/** An attempt and what follows it; nothing is sent to an address that is discarded. */
export interface AttemptOutcome {
  readonly attempt?: DeliveryAttempt;
  readonly next: DeliveryStep;
}

/** Charges of one model on one day (UTC). */
export interface DailyCharge {
  /** Start of the day, milliseconds since the Unix epoch. */
  readonly day: number;
  readonly model: string;
  readonly amount: NanoUsd;
}

/** The result of accepting a task. `superseded`: another request has claimed its idempotency key meanwhile, and nothing happened. */
export type TaskHoldResult = HoldResult | { readonly kind: 'superseded' };

/**
 * What the gateway stores: keys, money, tasks and callbacks. Each operation is atomic, including the jobs it
 * schedules. What operators do is in the adapters.
 */
export interface Store {
  findKey(digest: string): ApiKey | undefined | Promise<ApiKey | undefined>;
  findAccount(id: string): Promise<Account | undefined>;
  findKeyUsage(digest: string): Promise<KeyUsage>;
  /** Charges of an account from one day to another, both inclusive, oldest first. */
  listDailyCharges(accountId: string, from: number, to: number): Promise<readonly DailyCharge[]>;

  /** Holds money for a text answer. */
  hold(hold: Hold): Promise<AnswerHoldResult>;
  /**
   * Charges a hold once and releases the rest; a zero charge releases all. False when it was already settled. While
   * the database is away, the charge is queued and written later. If the hold was released meanwhile, the charge is
   * limited to what the account still has.
   */
  settle(holdId: string, charge: NanoUsd, at: number): Promise<boolean>;

  /** Holds the task's money, stores the task and schedules its end; does nothing when the balance or the quota of the key does not cover the hold. */
  acceptTask(task: NewTask, replay?: Replay): Promise<TaskHoldResult>;
  findTask(id: string): Task | undefined | Promise<Task | undefined>;
  /** A task with its input; undefined when it has ended. */
  findUnfinishedTask(id: string): Promise<NewTask | undefined>;
  /** The picture that was stored with a task. */
  findPicture(taskId: string): Promise<PictureCopy | undefined>;
  /**
   * Ends a task once: settles the charge, releases the rest of the hold, and stores and schedules the pending
   * callback. False when it had ended already.
   */
  finishTask(
    id: string,
    outcome: TaskOutcome,
    end: { readonly at: number; readonly delivery?: NewDelivery },
  ): Promise<boolean>;

  findDelivery(taskId: string): Promise<Delivery | undefined>;
  /** Records an attempt and what follows; schedules the next attempt. */
  recordAttempt(taskId: string, outcome: AttemptOutcome): Promise<void>;
  /** Schedules an attempt that could not be made for later; the state and a requested resend remain. */
  postponeDelivery(taskId: string, until: number): Promise<void>;
  /** Active webhook secrets of an account, newest first: two during a rotation (section 6). */
  findWebhookSecrets(accountId: string): Promise<readonly string[]>;
}
