import type { JsonObject } from '../suite/json.ts';

/** A gateway under test: where it is, the keys to use, and what else the runner may do there. */
export interface Target {
  readonly name?: string;
  /** Without a slash at the end. */
  readonly base_url: string;
  readonly keys: TargetKeys;
  /** Makes each case a world of its own, if the target can: headers of every request, and requests sent before the case. */
  readonly isolation?: {
    readonly headers: Readonly<Record<string, string>>;
    readonly prepare?: readonly Preparation[];
  };
  readonly clock?: TargetClock;
  /** What the runner can bring about, by name: one request or several. */
  readonly hooks?: Readonly<Record<string, HookRequest | readonly HookRequest[]>>;
  readonly callbacks?: { readonly secret?: string; readonly public_url?: string } | false;
  /** Whether the target fetches references from the runner's own server, or from another address that serves the same files. */
  readonly media?: boolean | { readonly base_url: string };
  /** Folders of cases and operations of the contract; `false` for those that the target does not have. */
  readonly features?: Readonly<Record<string, boolean>>;
  /** Environment variables that the target file reads, by their values: commands name a key as whoever wrote the file does. */
  readonly variables?: Readonly<Record<string, string>>;
  /** How much longer than stated things may take, in seconds. */
  readonly tolerance_seconds?: number;
}

/** Keys by role. Several rich keys of different accounts let cases that measure a balance run side by side. */
export interface TargetKeys {
  readonly rich: string | readonly string[];
  /** An account without funds. */
  readonly poor?: string;
  /** A key that may use only some models. */
  readonly restricted?: {
    readonly key: string;
    readonly models: readonly string[];
    /** Those of them that the target has no metadata for. */
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

/** A request before each case, or before those that use the key of a role. */
export interface Preparation extends HookRequest {
  readonly key?: (typeof ROLES)[number];
}

/** A clock of the target that the runner moves. */
export interface TargetClock {
  /** Moves it by `{{seconds}}`; the response comes when everything that became due has been done. */
  readonly advance: HookRequest;
  /** Reads it: `value` is CEL over the response and gives Unix seconds. */
  readonly now: HookRequest & { readonly value: string };
  /** Whether, during an advance, everything becomes due at its own time and the clock can be read. */
  readonly exact?: boolean;
}

/** The roles of keys besides `rich`. */
export const ROLES = ['poor', 'restricted', 'limited', 'other', 'sibling'] as const;

/** The key of a role besides `rich`; undefined when the target has none, or there is no such role. */
export function keyOf(keys: TargetKeys, role: string): string | undefined {
  const known = ROLES.find((one) => one === role);
  const key = known && keys[known];
  return typeof key === 'object' ? key.key : key;
}

/** The rich keys, at least one. */
export function richKeys({ keys }: Target): readonly string[] {
  return [keys.rich].flat();
}

/** The capabilities that cases can need, as declared or seen. */
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
