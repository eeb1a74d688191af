import { parseArgs } from 'node:util';
import { DEFAULT_BALANCE } from '../../mock/accounts.ts';
import { startMockServer } from '../../node/mock-server.ts';
import { welcome } from '../welcome.ts';

const USAGE = `gatewright mock [options]

Starts a stateful mock gateway: memory store, simulated engine, key sk-mock.

  --port N     port to listen on (default 8080; 0 takes a free one)
  --host H     address to listen on (default 127.0.0.1)
  --speed N    pace of the whole clock (default 1; 20 makes tasks finish 20 times as fast)
  --balance N  deposit of sk-mock in US dollars (default 1000)
  --quiet      print the base URL only
  --help       this text
`;

/** `gatewright mock`: runs until it is interrupted. Gives the exit code when it does not start. */
export async function runMock(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options.kind === 'help') return print(USAGE, 0);
  if (options.kind === 'invalid') return complain(`${options.message}\n\n${USAGE}`);
  const started = await startMockServer(options);
  if (started.kind === 'failed') return complain(`${started.message}\n`);
  process.stdout.write(options.isQuiet ? `${started.baseUrl}\n` : welcome(started.baseUrl, options.speed));
  await interrupted();
  await started.close();
  return 0;
}

type Options =
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly message: string }
  | {
      readonly kind: 'run';
      readonly port: number;
      readonly host: string;
      readonly speed: number;
      readonly balance: string;
      readonly isQuiet: boolean;
    };

function readOptions(args: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '8080' },
        host: { type: 'string', default: '127.0.0.1' },
        speed: { type: 'string', default: '1' },
        balance: { type: 'string', default: DEFAULT_BALANCE },
        quiet: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    return toOptions(values);
  } catch (error) {
    return { kind: 'invalid', message: error instanceof Error ? error.message : String(error) };
  }
}

function toOptions(values: {
  readonly port: string;
  readonly host: string;
  readonly speed: string;
  readonly balance: string;
  readonly quiet: boolean;
}): Options {
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
  if (!(port <= 65_535))
    return { kind: 'invalid', message: `--port ${values.port}: a port is a number from 0 to 65535.` };
  const speed = Number(values.speed);
  if (!(speed > 0 && speed <= 1_000_000)) {
    return {
      kind: 'invalid',
      message: `--speed ${values.speed}: the speed is a number above 0 and at most 1000000.`,
    };
  }
  if (!/^\d{1,15}(\.\d{1,9})?$/.test(values.balance)) {
    return {
      kind: 'invalid',
      message: `--balance ${values.balance}: an amount in US dollars has at most nine decimals.`,
    };
  }
  return { kind: 'run', balance: values.balance, port, host: values.host, speed, isQuiet: values.quiet };
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

function print(text: string, code: number): number {
  process.stdout.write(text);
  return code;
}

function complain(text: string): number {
  process.stderr.write(text);
  return 2;
}
