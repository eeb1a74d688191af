import { startMockServer } from '../../node/mock-server.ts';
import { complain, complainOf, print } from '../command-line.ts';
import { exposureWarning, toReadyLine, welcome } from '../welcome.ts';
import { createRequestWriter } from '../write-requests.ts';
import { readMockOptions } from './mock-options.ts';

const USAGE = `gatewright mock [options]

Starts a stateful mock gateway: memory store, simulated engines, the keys sk-mock, sk-mock-empty, sk-mock-image-only
and sk-mock-limited, and a control plane under /__mock for callers on this machine.

  --port N            port to listen on (default 8080; 0 takes a free one)
  --host H            address to listen on (default 127.0.0.1)
  --speed N           pace of the whole clock (default 1; 20 makes tasks finish 20 times as fast)
  --clock manual      the clock stands still until POST /__mock/clock moves it (default real)
  --seed N            repeatable identifiers, pictures and chance; with --clock manual also times
  --success-status S  success or completed: how a task record spells success (default success)
  --balance N         deposit of sk-mock in US dollars (default 1000)
  --keep-tasks N      finished tasks kept, the oldest go first (default 100000)
  --allow-origin O    pages of this origin may steer the mock as well (may be given several times)
  --allow-host H      requests for this host name may, too: a name of this machine, or of a tunnel (several times)
  --allow-private-addresses
                      read references in private networks for callers from other machines as well
  --json              print one JSON line when it is ready: baseUrl, key, keys, controlUrl, ...
  --quiet             print the base URL only, and no line for each request
  --help              this text

Environment: NO_COLOR=1 writes the lines about requests without colours, as they are where no terminal reads them.
`;

/** `gatewright mock`: runs until it is interrupted. Returns the exit code when it does not start. */
export async function runMock(args: readonly string[]): Promise<number> {
  const read = readMockOptions(args);
  if (read.kind === 'help') return print(USAGE);
  if (read.kind === 'invalid') return complainOf('mock', read.message);
  const { options, output } = read;
  const log = output === 'welcome' ? { onAnswered: createRequestWriter(process.stdout) } : {};
  const started = await startMockServer({ ...options, ...log });
  if (started.kind === 'failed') return complain(`${started.message}\n`);
  const { baseUrl } = started;
  const stopped = interrupted(); // before the mock is announced as running
  if (started.isExposed) process.stderr.write(exposureWarning(baseUrl, options));
  if (output === 'json') process.stdout.write(toReadyLine(baseUrl, options));
  else process.stdout.write(output === 'quiet' ? `${baseUrl}\n` : welcome(baseUrl, options));
  await stopped;
  await started.close();
  // Unread output would keep the process alive.
  if (process.stdout.writableLength > 0) process.exit(0);
  return 0;
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
