import type { Report } from './report/report.ts';
import type { ReportFile } from './report/write-reports.ts';
import type { Level } from './run/result.ts';

/** Which requirements count: those of the specification, or also the choices of this project. */
export type Profile = 'core' | 'reference';

/** What `gatewright conform` was asked to do. */
export interface ConformOptions {
  readonly baseUrl?: string | undefined;
  readonly key?: string | undefined;
  readonly targetFile?: string | undefined;
  /** The address at which the target reaches the callback receiver. */
  readonly callbackUrl?: string | undefined;
  /** Print what would run and what it can cost, or just the list of cases, and stop. */
  readonly instead?: 'plan' | 'list' | undefined;
  /** US dollars as a decimal string. */
  readonly spendLimit?: string | undefined;
  readonly freeOnly: boolean;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** The lowest level that counts. */
  readonly level?: Level | undefined;
  readonly profile?: Profile | undefined;
  /** How many cases run in parallel. */
  readonly jobs?: number | undefined;
  readonly seed?: string | undefined;
  readonly bail: boolean;
  readonly knownFailing?: string | undefined;
  /** Folder with the contract and the models, in place of those of this package. */
  readonly generated?: string | undefined;
  readonly reports: readonly ReportFile[];
  readonly isQuiet: boolean;
  /** Receives the report, complete, before it is written. */
  readonly onReport?: ((report: Report) => void) | undefined;
}

export type DidYouMean = (name: string, known: readonly string[]) => string;

/** Where output goes and how it may look. */
export interface Terminal {
  /** The result. */
  readonly print: (text: string) => void;
  /** Progress and errors. */
  readonly tell: (text: string) => void;
  /** Columns available for the result. */
  readonly width: number;
  readonly isColoured: boolean;
  /** Whether progress can be redrawn in place. */
  readonly isLive: boolean;
  /** ` Did you mean jobs?` for the end of a message; empty when no known name is close. */
  readonly didYouMean: DidYouMean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the user interrupts the run; the results so far are reported. */
  readonly signal: AbortSignal;
}
