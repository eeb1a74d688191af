import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { policies } from '../../../generated/policies.ts';
import { readArguments } from '../command-line.ts';
import { findAmountFault } from './amount.ts';
import { readChoice, readInteger, refuseSetting } from './refusal.ts';

const { max_speed: MAX_SPEED } = policies.mock;
/** Maximum US dollars of an account of the mock. */
const MAX_BALANCE = '999999999999999.999999999';

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
  models: { type: 'string' },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} satisfies ParseArgsOptionsConfig;

/** Settings of `gatewright mock`. */
export type MockCommandOptions = Extract<ReturnType<typeof readMockOptions>, { kind: 'run' }>['options'];

/** Parses the arguments of `gatewright mock`: valid options, or a request for help. Throws an `ArgumentError`. */
export function readMockOptions(args: readonly string[]) {
  return readArguments(args, flags, () => {
    const { values } = parseArgs({ args: [...args], options: flags });
    if (values.help) return { kind: 'help' } as const;
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
    const output = values.json ? 'json' : values.quiet ? 'quiet' : 'welcome';
    return { kind: 'run', options, output, models: values.models } as const;
  });
}

/** An empty host would mean every address of the machine. */
function readListenHost(text: string): string {
  if (text.trim() !== '') return text;
  return refuseSetting('host', text, 'be an address of this machine, such as 127.0.0.1');
}

function readSpeed(text: string): number {
  const speed = Number(text);
  if (speed > 0 && speed <= MAX_SPEED) return speed;
  return refuseSetting('speed', text, `be a number above 0 and at most ${MAX_SPEED}`);
}

function readBalance(text: string): string {
  const fault = findAmountFault(text, MAX_BALANCE);
  if (fault) refuseSetting('balance', text, fault);
  return text;
}

function readOrigin(text: string): string {
  const url = /^https?:\/\/[^/?#@\s]+$/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url) return url.origin;
  return refuseSetting('allow-origin', text, 'be an origin, such as http://localhost:3000');
}

function readHost(text: string): string {
  if (/^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(text)) return text;
  return refuseSetting('allow-host', text, 'be a host, such as mock or mock.test:8080');
}
