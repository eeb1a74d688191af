import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callCommand } from './call-command.ts';
import { startCommand } from './start-command.ts';

const packageFile = new URL('../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }; // checked by npm

test.each([
  [['serv'], 'Unknown command "serv". Did you mean serve? See: npx gatewright help'],
  [['moc'], 'Unknown command "moc". Did you mean mock? See: npx gatewright help'],
  [['conformance'], 'Unknown command "conformance". Did you mean conform? See: npx gatewright help'],
  [['frobnicate'], 'Unknown command "frobnicate". See: npx gatewright help'],
  [['help', 'frobnicate'], 'Unknown command "frobnicate". See: npx gatewright help'],
  [['mock', '--prot', '80'], 'Unknown option --prot. Did you mean --port? See: npx gatewright help mock'],
  [['mock', '--xyz'], 'Unknown option --xyz. See: npx gatewright help mock'],
  [['mock', '--port'], 'The option --port requires a value. See: npx gatewright help mock'],
  [['mock', '--json=1'], 'The option --json does not take a value. See: npx gatewright help mock'],
  [['mock', 'extra'], 'Unexpected argument "extra". See: npx gatewright help mock'],
  [['serve', '--dat', 'x'], 'Unknown option --dat. Did you mean --data? See: npx gatewright help serve'],
  [['serve', 'now'], 'Unexpected argument "now". See: npx gatewright help serve'],
  [
    ['serve', '--port', 'http'],
    '--port must be a whole number from 0 to 65535; got http. See: npx gatewright help serve',
  ],
  [['keys', 'creat'], 'Unknown action "creat" of keys. Did you mean create? See: npx gatewright help keys'],
  [
    ['keys', '--acount', 'a'],
    'Unknown option --acount. Did you mean --account? See: npx gatewright help keys',
  ],
  [['tasks', 'show'], '"show" requires TASK. See: npx gatewright help tasks'],
])('refuses %j in one line', async (args, line) => {
  expect(await callCommand(...args)).toEqual({ code: 2, out: '', err: `${line}\n` });
});

test.each([['keys'], ['groups'], ['accounts'], ['tasks'], ['callbacks']])(
  '%s without an action names the actions',
  async (name) => {
    const { code, err } = await callCommand(name);
    expect(code).toBe(2);
    expect(err).toMatch(
      new RegExp(
        `^Specify an action: gatewright ${name} \\w+( \\| \\w+)*\\. See: npx gatewright help ${name}\\n$`,
      ),
    );
  },
);

test.each([[['--version']], [['-V']], [['-v']], [['version']]])('%j prints the version', async (args) => {
  expect(await callCommand(...args)).toEqual({ code: 0, out: `gatewright ${version}\n`, err: '' });
});

test('help of version says what it does', async () => {
  const out = 'gatewright version: prints the version.\n';
  expect(await callCommand('help', 'version')).toEqual({ code: 0, out, err: '' });
});

test.each([
  ['help --bogus', 'Unknown option --bogus'],
  ['help mock serve', 'Unexpected argument "serve"'],
  ['version --bogus', 'Unknown option --bogus'],
  ['--version extra', 'Unexpected argument "extra"'],
])('%s is refused', async (line, fault) => {
  const err = `${fault}. See: npx gatewright help\n`;
  expect(await callCommand(...line.split(' '))).toEqual({ code: 2, out: '', err });
});

test.each([[['help']], [['help', 'help']], [['--help']], [['-h']], [['-h', '--data', 'x']]])(
  '%j lists every command',
  async (args) => {
    const { code, out, err } = await callCommand(...args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const name of [
      'mock',
      'serve',
      'keys',
      'groups',
      'accounts',
      'tasks',
      'callbacks',
      'help',
      'version',
    ])
      expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  },
);

test.each(['mock', 'serve', 'keys', 'groups', 'accounts', 'tasks', 'callbacks'])(
  'help %s is the same as its --help',
  async (name) => {
    const told = await callCommand('help', name);
    expect(told.out).toContain(`gatewright ${name}`);
    expect(told).toEqual(await callCommand(name, '--help'));
  },
);

test.each(['help', 'chat --help', 'explain TSK', 'nonsense'])('whoever reads %s may leave', async (line) => {
  await using command = startCommand(...line.split(' '));
  command.child.stdout?.destroy();
  command.child.stderr?.destroy();
  expect(await command.exit()).toBe(line === 'nonsense' ? 2 : 0);
});
