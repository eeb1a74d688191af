import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { ConformOptions } from '../../conformance/conform-options.ts';
import { REPORT_KINDS, type ReportFile } from '../../conformance/report/write-reports.ts';
import { closestName } from '../../contract/names/closest-name.ts';
import { settingFault } from '../../node/config/setting-fault.ts';
import { explain } from '../command-line.ts';

/** The parsed command line: valid options, a request for help, or an error. */
export type ConformOptionsRead =
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'run'; readonly options: ConformOptions };

const flags = {
  key: { type: 'string' },
  target: { type: 'string' },
  'callback-url': { type: 'string' },
  plan: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  'spend-limit': { type: 'string' },
  'free-only': { type: 'boolean', default: false },
  only: { type: 'string', multiple: true, default: [] },
  skip: { type: 'string', multiple: true, default: [] },
  level: { type: 'string' },
  profile: { type: 'string' },
  jobs: { type: 'string' },
  seed: { type: 'string' },
  bail: { type: 'boolean', default: false },
  'known-failing': { type: 'string' },
  report: { type: 'string', multiple: true, default: [] },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} satisfies ParseArgsOptionsConfig;

/** Parses the arguments of `gatewright conform`; never throws. */
export function readConformOptions(args: readonly string[]): ConformOptionsRead {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true });
    if (values.help) return { kind: 'help' };
    const [baseUrl, odd] = positionals;
    if (odd !== undefined) throw new RangeError(`Unexpected argument "${odd}".`);
    const options = {
      baseUrl: baseUrl === undefined ? undefined : readUrl('The address', baseUrl),
      key: readText('key', values.key),
      targetFile: readText('target', values.target),
      callbackUrl:
        values['callback-url'] === undefined ? undefined : readUrl('--callback-url', values['callback-url']),
      instead: values.list ? ('list' as const) : values.plan ? ('plan' as const) : undefined,
      spendLimit: readLimit(values['spend-limit']),
      freeOnly: values['free-only'],
      only: values.only.flatMap(toNames),
      skip: values.skip.flatMap(toNames),
      level: readChoice('level', values.level?.toUpperCase(), ['MUST', 'SHOULD', 'CHOICE'] as const),
      profile: readChoice('profile', values.profile, ['core', 'reference'] as const),
      jobs: readJobs(values.jobs),
      seed: readSeed(values.seed),
      bail: values.bail,
      knownFailing: readText('known-failing', values['known-failing']),
      reports: values.report.map(readReport),
      isQuiet: values.quiet,
    };
    return { kind: 'run', options };
  } catch (error) {
    return { kind: 'invalid', message: explain(error, Object.keys(flags)) };
  }
}

/** `TSK,SUB` is the same as naming both separately. */
function toNames(text: string): readonly string[] {
  return text.split(',').filter((name) => name !== '');
}

function readText(name: string, text: string | undefined): string | undefined {
  if (text === '') throw new RangeError(settingFault(name, text, 'not be empty'));
  return text;
}

function readUrl(name: string, text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text.replace(/\/$/, '');
  throw new RangeError(
    `${name} ${JSON.stringify(text)} must be an http(s) URL such as http://127.0.0.1:8080.`,
  );
}

function readLimit(text: string | undefined): string | undefined {
  if (text === undefined || /^\d{1,9}(\.\d{1,9})?$/.test(text)) return text;
  throw new RangeError(settingFault('spend-limit', text, 'be US dollars, such as 2.50'));
}

function readJobs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const jobs = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (jobs >= 1 && jobs <= 64) return jobs;
  throw new RangeError(settingFault('jobs', text, 'be a whole number from 1 to 64'));
}

function readSeed(text: string | undefined): string | undefined {
  if (text === undefined || /^[\w-]{1,40}$/.test(text)) return text;
  throw new RangeError(settingFault('seed', text, 'be letters, digits, - and _, at most 40'));
}

function readChoice<Choice extends string>(
  name: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  const choice = choices.find((one) => one === text);
  if (choice !== undefined || text === undefined) return choice;
  throw new RangeError(settingFault(name, text, `be one of ${choices.join(', ')}`));
}

function readReport(text: string): ReportFile {
  const [kind = '', ...rest] = text.split('=');
  const file = rest.join('=');
  if (!REPORT_KINDS.includes(kind)) {
    const meant = closestName(kind, REPORT_KINDS);
    const must = `be KIND=FILE with one of ${REPORT_KINDS.join(', ')}`;
    throw new RangeError(`${settingFault('report', text, must)}${meant ? ` Did you mean ${meant}?` : ''}`);
  }
  if (file === '')
    throw new RangeError(settingFault('report', text, `name a file, such as ${kind}=report.${kind}`));
  return { kind, file };
}
