import { policies } from '../../../generated/policies.ts';
import { startMockServer } from '../../node/mock-server.ts';
import { complain, complainOf, print } from '../command-line.ts';
import { readMockOptions } from '../options/mock-options.ts';
import { exposureWarning, toReadyLine, welcome } from '../welcome.ts';
import { createRequestWriter } from '../write-requests.ts';

const USAGE = `gatewright mock [options]

Starts a stateful mock gateway: memory store, simulated engines, the keys sk-mock, sk-mock-empty, sk-mock-image-only
and sk-mock-limited, and a control plane under /__mock for callers on this machine.

  --port N            port to listen on (default ${policies.service.port}; 0 picks a free one)
  --host H            address to listen on (default 127.0.0.1)
  --speed N           speed of the clock (default 1; 20 makes tasks finish 20 times as fast)
  --clock manual      freeze the clock until POST /__mock/clock advances it (default real)
  --seed N            reproducible identifiers, images and random choices; with --clock manual also times
  --success-status S  success or completed: the status of tasks that succeeded (default success)
  --balance N         deposit of sk-mock in US dollars (default ${policies.mock.balance})
  --keep-tasks N      finished tasks to keep; the oldest are evicted (default ${policies.tasks.keep_finished})
  --allow-origin O    let pages of this origin use the control plane (repeatable)
  --allow-host H      accept this host name on the control plane: a name of this machine, or of a tunnel (repeatable)
  --allow-private-addresses
                      fetch references in private networks for callers on other machines as well
  --json              print one JSON line when it is ready: baseUrl, key, keys, controlUrl, ...
  --quiet             print only the base URL, and no request lines
  --help              this text

Environment: NO_COLOR=1 disables colours in request lines; they are off unless the output is a terminal.
`;

/** `gatewright mock`: runs until it is interrupted. Returns the exit code when it does not start. */
export async function runMock(args: readonly string[]): Promise<number> {
  const read = readMockOptions(args);
  if (read.kind === 'help') return print(USAGE);
  if (read.kind === 'invalid') return complainOf('mock', read.message);
  const { options, output } = read;
  const writer = output === 'welcome' ? createRequestWriter(process.stdout) : undefined;
  if (writer) process.once('exit', writer.flush);
  const started = await startMockServer({ ...options, onAnswered: writer?.write });
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
