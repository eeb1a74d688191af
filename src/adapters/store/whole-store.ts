import type { NanoUsd } from '../../contract/money.ts';
import type { IdempotencyKeys } from '../../gateway/ports/idempotency-keys.ts';
import type { Ports } from '../../gateway/ports/ports.ts';
import type { ApiKey, Delivery, DeliveryState, LedgerEntry, Store } from '../../gateway/ports/store.ts';
import type { CachedPrefixes } from '../../gateway/ports/text/cached-prefixes.ts';

/** What operators do and look up, and the gateway itself never does. */
export interface Administration {
  /** Creates or replaces a key, and its account when that is new. */
  saveKey(key: ApiKey): Promise<void>;
  listKeys(): Promise<readonly ApiKey[]>;
  /** Deposits (or withdraws, when negative and covered); false when the balance does not cover it. Creates the account when it is new. */
  deposit(accountId: string, amount: NanoUsd, at: number): Promise<boolean>;
  /** Ledger entries of an account, newest first. */
  listLedger(accountId: string, limit: number): Promise<readonly LedgerEntry[]>;
  saveWebhookSecrets(accountId: string, secrets: readonly string[]): Promise<void>;
  /** Newest first; only those in one state, if it is given. */
  listDeliveries(limit: number, state?: DeliveryState): Promise<readonly Delivery[]>;
}

/** One place for everything that is stored, because a submission stores its task and its idempotency key together. */
export interface WholeStore extends Store, IdempotencyKeys, CachedPrefixes, Administration {}

/** The gateway's ports that a whole store implements. */
export type StorePorts = Pick<Ports, 'store' | 'idempotencyKeys' | 'cachedPrefixes'>;

/** The gateway's ports, with one store in place of its separate ports. */
export type PortsOfWholeStore = Omit<Ports, keyof StorePorts> & { readonly store: WholeStore };

export function toStorePorts(store: WholeStore): StorePorts {
  return { store, idempotencyKeys: store, cachedPrefixes: store };
}
