import { policies } from '../../../generated/policies.ts';
import type { MockServerStart } from '../../node/mock-server.ts';
import type { PreparedModels } from '../../own-models/prepare-models.ts';
import { interrupted } from '../interrupted.ts';
import { type MockCommandOptions, readMockOptions } from '../options/mock-options.ts';
import { ArgumentError, refuse } from '../options/refusal.ts';
import { findOwnModels } from '../own-models/prepare-models.ts';
import { PROJECT_FILE, readProject } from '../own-models/read-project.ts';
import { watchModels } from '../own-models/watch-models.ts';
import { printHelp } from '../print-help.ts';
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
  --models DIR        add the models of these files, or replace those with the same id; changes are picked up
  --json              print one JSON line when it is ready: baseUrl, key, keys, controlUrl, ...
  --quiet             print only the base URL, and no request lines
  --help              this text

  gatewright mock --models ./models --port 9000

${PROJECT_FILE} of the current folder can set "models", and options as "mock": {"port": 9000}; flags take precedence.
Environment: NO_COLOR=1 disables colours in request lines; they are off unless the output is a terminal.
`;

/** `gatewright mock`: runs until it is interrupted. Returns the exit code when it does not start. */
export async function runMock(args: readonly string[]): Promise<number> {
  const read = readWithProject(args);
  if (read.kind === 'help') return printHelp(USAGE);
  const { options, output } = read;
  const writer = output === 'welcome' ? createRequestWriter(process.stdout) : undefined;
  if (writer) process.once('exit', writer.flush);
  const prepared = await findOwnModels(read.models);
  const { startMockServer } = await import('../../node/mock-server.ts');
  const started = await startMockServer({ ...options, models: prepared?.added, onAnswered: writer?.write });
  if (started.kind === 'failed') return refuse(started.message);
  const stopped = interrupted(); // before the mock is announced as running
  announce(started, { options, output, prepared });
  const unwatch = prepared && follow(prepared, started, output);
  await stopped;
  unwatch?.();
  await started.close();
  // Unread output would keep the process alive.
  if (process.stdout.writableLength > 0) process.exit(0);
  return 0;
}

type Read = ReturnType<typeof readMockOptions>;
type Output = Extract<Read, { kind: 'run' }>['output'];
type Started = Extract<MockServerStart, { kind: 'listening' }>;

/** The options of the project's file, then those of the command line, which take precedence. */
function readWithProject(args: readonly string[]): Read {
  const { mock } = readProject();
  try {
    readMockOptions(mock);
  } catch (error) {
    throw error instanceof ArgumentError
      ? new ArgumentError(`${PROJECT_FILE}: mock: ${error.message}`)
      : error;
  }
  return readMockOptions([...mock, ...args]);
}

interface Announcement {
  readonly options: MockCommandOptions;
  readonly output: Output;
  readonly prepared: PreparedModels | undefined;
}

function announce({ baseUrl, isExposed }: Started, { options, output, prepared }: Announcement): void {
  if (isExposed) process.stderr.write(exposureWarning(baseUrl, options));
  if (output === 'json') process.stdout.write(toReadyLine(baseUrl, options, prepared));
  else process.stdout.write(output === 'quiet' ? `${baseUrl}\n` : welcome(baseUrl, options, prepared));
}

/** Answers by the models of the folder as they are now. */
function follow(prepared: PreparedModels, started: Started, output: Output): () => void {
  const stream = output === 'welcome' ? process.stdout : process.stderr;
  return watchModels(prepared, {
    onChange({ folder, added }, changes) {
      started.renew(added);
      stream.write(`${folder}: ${changes}. Tasks, balances and sessions are reset.\n`);
    },
    onRepaired: (folder) => stream.write(`${folder}: no problems; nothing changed.\n`),
    onProblems: (text) => process.stderr.write(`${text}\nThe mock keeps using the previous models.\n`),
  });
}
