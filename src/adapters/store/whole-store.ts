import type { NanoUsd } from '../../contract/money.ts';
import type { CachedPrefixes } from '../../gateway/ports/cached-prefixes.ts';
import type { IdempotencyKeys } from '../../gateway/ports/idempotency-keys.ts';
import type { Ports } from '../../gateway/ports/ports.ts';
import type { ApiKey, Delivery, DeliveryState, LedgerEntry, Store } from '../../gateway/ports/store.ts';

/** What operators do and look up; the gateway itself never does. */
export interface Administration {
  /** Creates or replaces a key, and its account when that is new. */
  saveKey(key: ApiKey): Promise<void>;
  listKeys(): Promise<readonly ApiKey[]>;
  /** Deposits (or withdraws, when negative and covered); false when the balance does not cover it. Creates the account when it is new. */
  deposit(accountId: string, amount: NanoUsd, at: number): Promise<boolean>;
  /** Ledger entries of an account, newest first. */
  listLedger(accountId: string, limit: number): Promise<readonly LedgerEntry[]>;
  saveWebhookSecrets(accountId: string, secrets: readonly string[]): Promise<void>;
  /** Newest first; those in one state where it is named. */
  listDeliveries(limit: number, state?: DeliveryState): Promise<readonly Delivery[]>;
}

/** One place for everything that is stored, because a submit stores its task and its idempotency key together. */
export interface WholeStore extends Store, IdempotencyKeys, CachedPrefixes, Administration {}

/** The ports of the gateway that a whole store is. */
export type StorePorts = Pick<Ports, 'store' | 'idempotencyKeys' | 'cachedPrefixes'>;

/** The ports of the gateway, with the store as one. */
export type PortsOfWholeStore = Omit<Ports, keyof StorePorts> & { readonly store: WholeStore };

/** A whole store as each of its ports. */
export function toStorePorts(store: WholeStore): StorePorts {
  return { store, idempotencyKeys: store, cachedPrefixes: store };
}
