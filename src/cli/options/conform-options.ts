import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { ConformOptions } from '../../conformance/conform-options.ts';
import { REPORT_KINDS, type ReportFile } from '../../conformance/report/write-reports.ts';
import { closestName, didYouMean } from '../../contract/names/closest-name.ts';
import { settingFault } from '../../node/config/setting-fault.ts';
import { readArguments } from '../command-line.ts';
import { readChoice, readInteger, refuse, refuseSetting } from './refusal.ts';

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
  models: { type: 'string' },
  report: { type: 'string', multiple: true, default: [] },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} satisfies ParseArgsOptionsConfig;

const LEVELS = ['MUST', 'SHOULD', 'CHOICE'] as const;
const PROFILES = ['core', 'reference'] as const;

/** Parses the arguments of `gatewright conform`: valid options, or a request for help. Throws an `ArgumentError`. */
export function readConformOptions(args: readonly string[]) {
  return readArguments(args, flags, () => {
    refuseNegative(args);
    const { values, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true });
    if (values.help) return { kind: 'help' } as const;
    const [baseUrl, odd] = positionals;
    if (odd !== undefined) refuse(`Unexpected argument "${odd}".`);
    const options: ConformOptions = {
      baseUrl: baseUrl === undefined ? undefined : readUrl('The base URL', baseUrl),
      key: readText('key', values.key),
      targetFile: readText('target', values.target),
      callbackUrl:
        values['callback-url'] === undefined ? undefined : readUrl('--callback-url', values['callback-url']),
      instead: values.list ? 'list' : values.plan ? 'plan' : undefined,
      spendLimit: readLimit(values['spend-limit']),
      freeOnly: values['free-only'],
      only: values.only.flatMap(toNames),
      skip: values.skip.flatMap(toNames),
      level: values.level === undefined ? undefined : readChoice('level', values.level.toUpperCase(), LEVELS),
      profile: values.profile === undefined ? undefined : readChoice('profile', values.profile, PROFILES),
      jobs: values.jobs === undefined ? undefined : readInteger('jobs', values.jobs, { min: 1, max: 64 }),
      seed: readSeed(values.seed),
      bail: values.bail,
      knownFailing: readText('known-failing', values['known-failing']),
      reports: values.report.map(readReport),
      isQuiet: values.quiet,
    };
    return { kind: 'run', options, models: readText('models', values.models) } as const;
  });
}

/** `TSK,SUB` is the same as naming both separately. */
function toNames(text: string): readonly string[] {
  return text.split(',').filter((name) => name !== '');
}

function readText(name: string, text: string | undefined): string | undefined {
  if (text === '') refuseSetting(name, text, 'not be empty');
  return text;
}

function readUrl(name: string, text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text.replace(/\/$/, '');
  return refuse(`${name} ${JSON.stringify(text)} must be an http(s) URL such as http://127.0.0.1:8080.`);
}

function readLimit(text: string | undefined): string | undefined {
  if (text === undefined || /^\d{1,9}(\.\d{1,9})?$/.test(text)) return text;
  return refuseSetting(
    'spend-limit',
    text,
    text.startsWith('-') ? 'not be negative' : 'be US dollars, such as 2.50',
  );
}

/** `--spend-limit -1`: what follows would be taken for an option. */
function refuseNegative(args: readonly string[]): void {
  const [, limit = ''] = args.slice(args.indexOf('--spend-limit'));
  if (args.includes('--spend-limit') && /^-[\d.]/.test(limit)) readLimit(limit);
}

function readSeed(text: string | undefined): string | undefined {
  if (text === undefined || /^[\w-]{1,40}$/.test(text)) return text;
  return refuseSetting('seed', text, 'be letters, digits, - and _, at most 40');
}

function readReport(text: string): ReportFile {
  const [kind = '', ...rest] = text.split('=');
  const file = rest.join('=');
  if (!REPORT_KINDS.includes(kind)) {
    const meant = closestName(kind, REPORT_KINDS);
    const must = `be KIND=FILE with a KIND of ${REPORT_KINDS.join(', ')}`;
    refuse(`${settingFault('report', text, must)}${didYouMean(meant)}`);
  }
  if (file === '') refuseSetting('report', text, `name a file, such as ${kind}=report.${kind}`);
  return { kind, file };
}
