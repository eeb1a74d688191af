import type { Receiver } from '../serve/receiver.ts';
import type { Clients } from './clients.ts';
import type { Site } from './site.ts';

/** A database for one scenario, dropped when disposed. */
export interface Ground extends AsyncDisposable {
  readonly place: Site['place'];
  /** The folder of the PostgreSQL cluster, where there is one. */
  readonly cluster?: string;
  /** The file system of the database, if it is a separate one that can be filled. */
  readonly disk?: string;
}

/** What a scenario works with. */
export interface Stage {
  readonly site: Site;
  readonly ground: Ground;
  readonly clients: Clients;
  readonly receiver: Receiver;
}

/** One kind of fault, injected repeatedly under load. */
export interface Scenario {
  /** What is done, as in the table. */
  readonly name: string;
  readonly database: 'SQLite' | 'PostgreSQL';
  readonly processes: number;
  /** Whether the database is on its own small file system. */
  readonly onSmallDisk?: boolean;
  /** Whether the short campaign includes it. */
  readonly isShort?: boolean;
  /** Where the callbacks go; by default a receiver that responds immediately. */
  readonly openReceiver?: () => Promise<Receiver>;
  /** Injects the fault once and undoes it, if it can be undone. */
  strike(stage: Stage): Promise<void>;
  /** How often, in the long and the short campaign. */
  readonly times: { readonly long: number; readonly short: number };
}
