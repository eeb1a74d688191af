import type { Receiver } from '../serve/receiver.ts';
import type { Clients } from './clients.ts';
import type { Site } from './site.ts';

/** A database for one scenario, gone when it is disposed. */
export interface Ground extends AsyncDisposable {
  readonly place: Site['place'];
  /** The folder of the PostgreSQL cluster, where there is one. */
  readonly cluster?: string;
  /** The file system that holds the database, where it is one of its own that can be filled. */
  readonly disk?: string;
}

/** What a scenario works with. */
export interface Stage {
  readonly site: Site;
  readonly ground: Ground;
  readonly clients: Clients;
  readonly receiver: Receiver;
}

/** One kind of fault, done again and again under load. */
export interface Scenario {
  /** What is done, as the table says it. */
  readonly name: string;
  readonly database: 'SQLite' | 'PostgreSQL';
  readonly processes: number;
  /** Whether the database lies on a small file system of its own. */
  readonly onSmallDisk?: boolean;
  /** Whether the short form of the campaign has it. */
  readonly isShort?: boolean;
  /** Where the callbacks go; a receiver that answers at once without it. */
  readonly openReceiver?: () => Promise<Receiver>;
  /** Does the fault once and undoes it, where it can be undone. */
  strike(stage: Stage): Promise<void>;
  /** How often, in the long and the short form. */
  readonly times: { readonly long: number; readonly short: number };
}
