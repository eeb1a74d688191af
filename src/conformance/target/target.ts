import type { JsonObject } from '../suite/json.ts';

/** A gateway under test: its address, the keys to use, and what the runner may do there. */
export interface Target {
  readonly name?: string;
  /** Without a slash at the end. */
  readonly base_url: string;
  readonly keys: TargetKeys;
  /** Isolates cases from each other, if the target can: headers for every request, and requests sent before each case. */
  readonly isolation?: {
    readonly headers: Readonly<Record<string, string>>;
    readonly prepare?: readonly Preparation[];
  };
  readonly clock?: TargetClock;
  /** Conditions that the runner can trigger, by name, each with one request or several. */
  readonly hooks?: Readonly<Record<string, HookRequest | readonly HookRequest[]>>;
  readonly callbacks?: { readonly secret?: string; readonly public_url?: string } | false;
  /** Whether the target can fetch references from the runner's own server, or the address of another server with the same files. */
  readonly media?: boolean | { readonly base_url: string };
  /** By folder of cases or operation of the contract; `false` for what the target does not implement. */
  readonly features?: Readonly<Record<string, boolean>>;
  /** Names of the environment variables that the target file reads, by value: printed commands use them instead of keys. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The unit of the numbers of balances, which the specification leaves to the configuration. */
  readonly balance_unit?: 'currency' | 'credits';
  /** By how many seconds a stated time may be exceeded. */
  readonly tolerance_seconds?: number;
  /** Whether the rich key was given as an option, instead of in the target file. */
  readonly isKeyGiven?: boolean;
}

/** The option that gives the rich key. */
export const KEY_OPTION = '--key';

/** Keys by role. Several rich keys of different accounts let cases that measure a balance run in parallel. */
export interface TargetKeys {
  readonly rich: string | readonly string[];
  /** An account without funds. */
  readonly poor?: string;
  /** A key that may use only some models. */
  readonly restricted?: {
    readonly key: string;
    readonly models: readonly string[];
    /** Those of the models that the target has no metadata for. */
    readonly without_metadata?: readonly string[];
  };
  /** A key with a known rate limit. */
  readonly limited?: { readonly key: string; readonly requests: number; readonly seconds: number };
  /** A key of another account. */
  readonly other?: string;
  /** Another key of the account of the first rich key. */
  readonly sibling?: string;
}

/** A request that the target offers for tests; templates can use the values of the case. */
export interface HookRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
}

/** A request sent before each case, or only before cases that use the key of a role. */
export interface Preparation extends HookRequest {
  readonly key?: (typeof ROLES)[number];
}

/** A clock of the target that the runner can advance. */
export interface TargetClock {
  /** Advances it by `{{seconds}}`; responds once everything that became due has been processed. */
  readonly advance: HookRequest;
  /** Reads it: `value` is a CEL expression over the response that yields Unix seconds. */
  readonly now: HookRequest & { readonly value: string };
  /** Whether the clock can be read during an advance, and shows each event at its exact time. */
  readonly exact?: boolean;
}

/** The key roles other than `rich`. */
export const ROLES = ['poor', 'restricted', 'limited', 'other', 'sibling'] as const;

/** The key of a role other than `rich`; undefined when the target has none or the role does not exist. */
export function keyOf(keys: TargetKeys, role: string): string | undefined {
  const known = ROLES.find((one) => one === role);
  const key = known && keys[known];
  return typeof key === 'object' ? key.key : key;
}

/** The rich keys; there is at least one. */
export function richKeys({ keys }: Target): readonly string[] {
  return [keys.rich].flat();
}

/** The capabilities of the target that cases can require. */
export function capabilitiesOf(target: Target): ReadonlySet<string> {
  const { keys, callbacks, clock, hooks = {}, media, features = {} } = target;
  return new Set([
    ...ROLES.filter((role) => keys[role]).map((role) => `key:${role}`),
    ...(clock ? ['clock'] : []),
    ...(callbacks ? ['callbacks'] : []),
    ...(typeof callbacks === 'object' && callbacks.secret ? ['secret'] : []),
    ...(media ? ['media'] : []),
    ...Object.keys(hooks).map((name) => `hook:${name}`),
    ...Object.entries(features).flatMap(([name, isThere]) => (isThere ? [] : [`absent:${name}`])),
  ]);
}
