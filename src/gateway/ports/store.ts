import type { TaskOperation } from '../../contract/base-model.ts';
import type { NanoUsd } from '../../contract/money.ts';
import type { Dimensions } from '../../contract/ratio.ts';
import type { RequestBody } from '../../contract/self.ts';
import type { SizePlan } from '../../contract/size.ts';
import type { EngineOutput, TaskFailure } from './engine.ts';

/** A key as the gateway knows it: by digest, never by its text. */
export interface ApiKey {
  readonly digest: string;
  readonly accountId: string;
  /** Model names the key may list and use; undefined for all. A name may be one nobody knows (section 2.1). */
  readonly models: readonly string[] | undefined;
  readonly group: string;
  /** Price ratio of the group, a decimal. */
  readonly groupRatio: string;
}

/** The money of an account; all amounts are zero or more. */
export interface Account {
  readonly id: string;
  readonly available: NanoUsd;
  /** Held for tasks in progress. */
  readonly held: NanoUsd;
  /** Charged so far. */
  readonly used: NanoUsd;
}

/** How a task ended; `charge` is zero for a failed one (section 3: full refund). */
export type TaskOutcome =
  | { readonly status: 'success'; readonly outputs: readonly EngineOutput[]; readonly charge: NanoUsd }
  | { readonly status: 'failed'; readonly error: TaskFailure; readonly charge: 0n }
  | { readonly status: 'cancelled'; readonly charge: 0n };

/** A task as it was accepted. Times in milliseconds since the Unix epoch. */
export interface NewTask {
  readonly id: string;
  readonly accountId: string;
  /** Digest of the key it was submitted with. */
  readonly keyDigest: string;
  readonly operation: TaskOperation;
  /** Id of the model, or the name nobody knows. */
  readonly modelId: string;
  /** Model name as the client spelled it. */
  readonly modelName: string;
  readonly request: RequestBody;
  readonly size: SizePlan;
  readonly references: readonly Dimensions[];
  readonly seed: number;
  readonly createdAt: number;
  readonly dueAt: number;
  readonly hold: NanoUsd;
  readonly groupRatio: string;
  /** Origin of the result links, such as `http://localhost:8080`. */
  readonly linkOrigin: string;
}

/** A task, finished or not. */
export interface Task extends NewTask {
  readonly finishedAt?: number;
  readonly outcome?: TaskOutcome;
}

/** What came of offering a task to the store. */
export type Acceptance =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'insufficient'; readonly available: NanoUsd };

/** Identifies one idempotent submit: account and route, and the client's key. */
export interface IdempotencyScope {
  readonly accountId: string;
  readonly operationId: string;
  readonly key: string;
}

/** What is known under an idempotency key. */
export type IdempotencyClaim =
  | { readonly kind: 'claimed' }
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

/** Everything the gateway remembers. Each verb is atomic. */
export interface Store {
  findKey(digest: string): Promise<ApiKey | undefined>;
  /** What was charged through one key so far. */
  findKeyUsage(digest: string): Promise<NanoUsd>;
  findAccount(id: string): Promise<Account | undefined>;
  /** Holds the task's money and keeps the task; neither happens when the balance does not cover the hold. */
  acceptTask(task: NewTask): Promise<Acceptance>;
  findTask(id: string): Promise<Task | undefined>;
  /** Ends a task once: settles the charge and returns the rest of the hold. False when it had ended already. */
  finishTask(id: string, outcome: TaskOutcome, finishedAt: number): Promise<boolean>;
  /** Claims an idempotency key for a request whose body has this digest. */
  claimIdempotency(scope: IdempotencyScope, bodyDigest: string, now: number): Promise<IdempotencyClaim>;
  /** Keeps the answer for replays, or frees the key when `answer` is undefined. */
  resolveIdempotency(
    scope: IdempotencyScope,
    answer: { readonly status: number; readonly body: unknown } | undefined,
  ): Promise<void>;
  /** Charges of an account from one day to another, both included, oldest first. */
  listDailyCharges(accountId: string, from: number, to: number): Promise<readonly DailyCharge[]>;
}
