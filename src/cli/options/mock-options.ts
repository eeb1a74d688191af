import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { policies } from '../../../generated/policies.ts';
import { settingFault } from '../../node/config/setting-fault.ts';
import { explain } from '../command-line.ts';
import { findAmountFault } from './amount.ts';

const { max_speed: MAX_SPEED } = policies.mock;
/** Maximum US dollars of an account of the mock. */
const MAX_BALANCE = '999999999999999.999999999';

/** Settings of `gatewright mock`. */
export interface MockCommandOptions {
  readonly port: number;
  readonly host: string;
  readonly speed: number;
  readonly isFrozen: boolean;
  readonly seed: number | undefined;
  readonly balance: string;
  readonly keepTasks: number;
  readonly successStatus: (typeof policies.tasks.success_values)[number];
  readonly allowOrigins: readonly string[];
  readonly allowHosts: readonly string[];
  readonly allowPrivateAddresses: boolean;
}

/** The parsed command line: valid options, a request for help, or an error. */
export type MockOptionsRead =
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly message: string }
  | {
      readonly kind: 'run';
      readonly options: MockCommandOptions;
      readonly output: 'welcome' | 'json' | 'quiet';
    };

const flags = {
  port: { type: 'string', default: String(policies.service.port) },
  host: { type: 'string', default: '127.0.0.1' },
  speed: { type: 'string', default: '1' },
  clock: { type: 'string', default: 'real' },
  seed: { type: 'string' },
  balance: { type: 'string', default: policies.mock.balance },
  'keep-tasks': { type: 'string', default: String(policies.tasks.keep_finished) },
  'success-status': { type: 'string', default: policies.tasks.success_values[0] },
  'allow-origin': { type: 'string', multiple: true, default: [] },
  'allow-host': { type: 'string', multiple: true, default: [] },
  'allow-private-addresses': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} satisfies ParseArgsOptionsConfig;

/** Parses the arguments of `gatewright mock`; never throws. */
export function readMockOptions(args: readonly string[]): MockOptionsRead {
  try {
    const { values } = parseArgs({ args: [...args], options: flags });
    if (values.help) return { kind: 'help' };
    const options = {
      host: readListenHost(values.host),
      port: readInteger('port', values.port, { max: 65_535 }),
      speed: readSpeed(values.speed),
      isFrozen: readChoice('clock', values.clock, ['real', 'manual'] as const) === 'manual',
      seed: values.seed === undefined ? undefined : readInteger('seed', values.seed, { max: 2 ** 32 - 1 }),
      balance: readBalance(values.balance),
      keepTasks: readInteger('keep-tasks', values['keep-tasks'], {
        min: 1,
        max: policies.mock.max_kept_tasks,
      }),
      successStatus: readChoice('success-status', values['success-status'], policies.tasks.success_values),
      allowOrigins: values['allow-origin'].map(readOrigin),
      allowHosts: values['allow-host'].map(readHost),
      allowPrivateAddresses: values['allow-private-addresses'],
    };
    return { kind: 'run', options, output: values.json ? 'json' : values.quiet ? 'quiet' : 'welcome' };
  } catch (error) {
    return { kind: 'invalid', message: explain(error, Object.keys(flags)) };
  }
}

function readInteger(
  name: string,
  text: string,
  { min = 0, max }: { readonly min?: number; readonly max: number },
): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new RangeError(settingFault(name, text, `be a whole number from ${min} to ${max}`));
}

/** An empty host would mean every address of the machine. */
function readListenHost(text: string): string {
  if (text.trim() !== '') return text;
  throw new RangeError(settingFault('host', text, 'be an address of this machine, such as 127.0.0.1'));
}

function readSpeed(text: string): number {
  const speed = Number(text);
  if (speed > 0 && speed <= MAX_SPEED) return speed;
  throw new RangeError(settingFault('speed', text, `be a number above 0 and at most ${MAX_SPEED}`));
}

function readBalance(text: string): string {
  const fault = findAmountFault(text, MAX_BALANCE);
  if (fault) throw new RangeError(settingFault('balance', text, fault));
  return text;
}

function readOrigin(text: string): string {
  const url = /^https?:\/\/[^/?#@\s]+$/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url) return url.origin;
  throw new RangeError(settingFault('allow-origin', text, 'be an origin, such as http://localhost:3000'));
}

function readHost(text: string): string {
  if (/^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(text)) return text;
  throw new RangeError(settingFault('allow-host', text, 'be a host, such as mock or mock.test:8080'));
}

function readChoice<Choice extends string>(name: string, text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((one) => one === text);
  if (choice !== undefined) return choice;
  throw new RangeError(settingFault(name, text, `be one of ${choices.join(', ')}`));
}
