import { runMock } from './commands/mock.ts';

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = { mock: runMock };

const USAGE = `gatewright <command> [options]

Commands:
  mock    start a stateful mock gateway (memory store, simulated engine)

Options of a command: gatewright <command> --help
`;

const [name = 'mock', ...rest] = process.argv.slice(2);
const command = name.startsWith('-') ? commands.mock : commands[name];
if (!command) {
  process.stderr.write(`There is no command "${name}".\n\n${USAGE}`);
  process.exitCode = 2;
} else {
  process.exitCode = await command(name.startsWith('-') ? process.argv.slice(2) : rest);
}
