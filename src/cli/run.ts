import { runMock } from './commands/mock.ts';

const commands: ReadonlyMap<string, (args: readonly string[]) => Promise<number>> = new Map([
  ['mock', runMock],
]);

const USAGE = `gatewright <command> [options]

Commands:
  mock    start a stateful mock gateway (memory store, simulated engine)

Options of a command: gatewright <command> --help
`;

/** Runs the command that the first argument names, `mock` when it names none; gives the exit code. */
export async function run(args: readonly string[]): Promise<number> {
  const [first = 'mock', ...rest] = args;
  if (first.startsWith('-')) return runMock(args);
  const command = commands.get(first);
  if (command) return command(rest);
  process.stderr.write(`There is no command "${first}".\n\n${USAGE}`);
  return 2;
}
