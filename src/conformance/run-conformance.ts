import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { conform } from './conform.ts';
import type { ConformOptions, DidYouMean, Profile } from './conform-options.ts';
import type { Report } from './report/report.ts';
import type { ReportFile } from './report/write-reports.ts';
import type { Level } from './run/result.ts';
import { UsageError } from './usage-error.ts';

/** Which gateway is tested, what of it, and what that may cost; the options of `gatewright conform`. */
export interface ConformanceOptions {
  /** Address of the gateway, without `/v1`. Only with `targetFile` it may be absent. */
  readonly baseUrl?: string;
  /** Key of an account with funds; a mock of this package needs none. */
  readonly key?: string;
  /** Path of a target file (YAML). */
  readonly targetFile?: string;
  /** Where the gateway reaches the callback receiver. */
  readonly callbackUrl?: string;
  /** US dollars, a decimal: no case is started that could exceed it. */
  readonly spendLimit?: string;
  /** Only what must not be charged; false by default. */
  readonly freeOnly?: boolean;
  /** Areas, folders of cases, cases, requirements or levels; everything by default. */
  readonly only?: readonly string[];
  /** The same, left out. */
  readonly skip?: readonly string[];
  /** The lowest level that counts. */
  readonly level?: Level;
  /** `core` by default; `reference` for a mock of this package. */
  readonly profile?: Profile;
  /** Cases run in parallel; 8 by default, 16 where the target isolates cases. */
  readonly jobs?: number;
  /** Name of the run in its own requests, to repeat it. */
  readonly seed?: string;
  /** Whether no case is started after the first failure; false by default. */
  readonly bail?: boolean;
  /** Path of a list of known failures (YAML). */
  readonly knownFailing?: string;
  /** Reports to write. */
  readonly reports?: readonly ReportFile[];
  /** Aborting it interrupts the run, and what was found so far is reported. */
  readonly signal?: AbortSignal;
}

const MANIFEST = join(import.meta.dirname, '../../package.json');

/** Runs the suite without a terminal. Rejects with a `UsageError` when it could not be done. */
export async function runConformance(options: ConformanceOptions, didYouMean: DidYouMean): Promise<Report> {
  expectOptions(options, didYouMean);
  const { version } = JSON.parse(await readFile(MANIFEST, 'utf8'));
  const reported: Report[] = [];
  const messages: string[] = [];
  await conform(
    toConformOptions(options, (report) => reported.push(report)),
    {
      print: () => {},
      tell: (text) => messages.push(text),
      width: 100,
      isColoured: false,
      isLive: false,
      didYouMean,
      env: process.env,
      signal: options.signal ?? new AbortController().signal,
    },
    String(version),
  );
  const [report] = reported;
  if (report) return report;
  throw new UsageError(messages.join('').trim());
}

const isList = (value: unknown) => Array.isArray(value);
const isText = (value: unknown) => typeof value === 'string';
const isFlag = (value: unknown) => typeof value === 'boolean';

/** What each option must be: programs without types would never learn that one has no effect. */
const RULES: Readonly<
  Record<keyof ConformanceOptions, readonly [must: string, is: (value: unknown) => boolean]>
> = {
  baseUrl: ['a string', isText],
  key: ['a string', isText],
  targetFile: ['a string', isText],
  callbackUrl: ['a string', isText],
  spendLimit: ['a decimal as a string', isText],
  freeOnly: ['true or false', isFlag],
  only: ['an array', isList],
  skip: ['an array', isList],
  level: ['a string', isText],
  profile: ['a string', isText],
  jobs: ['a number', (value) => Number.isInteger(value) && Number(value) > 0],
  seed: ['a string', isText],
  bail: ['true or false', isFlag],
  knownFailing: ['a string', isText],
  reports: ['an array', isList],
  signal: ['an AbortSignal', (value) => value instanceof AbortSignal],
};

function expectOptions(options: unknown, didYouMean: DidYouMean): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new UsageError('runConformance takes its options as an object.');
  const rules: Readonly<Record<string, (typeof RULES)['key']>> = RULES;
  for (const [name, value] of Object.entries(options)) {
    const [must, is] = (Object.hasOwn(rules, name) && rules[name]) || [];
    if (!is)
      throw new UsageError(`runConformance has no option ${name}.${didYouMean(name, Object.keys(rules))}`);
    if (value !== undefined && !is(value)) throw new UsageError(`${name} must be ${must}.`);
  }
}

function toConformOptions(options: ConformanceOptions, onReport: ConformOptions['onReport']): ConformOptions {
  return {
    only: [],
    skip: [],
    reports: [],
    freeOnly: false,
    bail: false,
    ...options,
    isQuiet: true,
    onReport,
  };
}
