import type { Contract, JsonObject } from '../contract/contract.ts';
import type { Progress } from '../progress.ts';
import type { Estimates } from './estimates/estimates.ts';

/** What an SDK is made of. */
export interface SdkSource {
  readonly contract: Contract;
  /** The SDK document. */
  readonly document: JsonObject;
  /** The behaviour that clients share. */
  readonly policies: JsonObject;
  readonly estimates: Estimates;
  /** The version of the SDK. */
  readonly version: string;
}

/** A language for which there is an SDK. */
export interface SdkLanguage {
  /** Its name on the command line. */
  readonly name: string;
  /** Its name in prose. */
  readonly title: string;
  /** Parameters that no model can have, because methods have their own by that name. */
  readonly reserved?: readonly string[];
  /** A warning for its users, in one sentence. */
  readonly caveat?: string;
  /** Writes the SDK into an empty folder. Rejects with an `SdkError`. */
  write(source: SdkSource, out: string, progress: Progress): Promise<void>;
}
