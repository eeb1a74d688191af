import { expect, test } from 'vitest';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import { callCommand } from './call-command.ts';

const commands = [
  'mock',
  'serve',
  'image',
  'video',
  'chat',
  'keys',
  'groups',
  'accounts',
  'ledger',
  'tasks',
  'callbacks',
  'backup',
  'init',
  'check',
  'generate',
  'docs',
  'explain',
  'conform',
];

const suite = await readSuite();
const cases = new Set(suite.cases.map(({ id }) => id));
const namespaces = [...new Set([...cases].map((id) => id.split('.')[0]))];

async function namesInHelp(pattern: RegExp): Promise<readonly string[]> {
  const texts: string[] = [];
  // One after another: their output is captured.
  for (const command of commands) texts.push((await callCommand('help', command)).out);
  return [...new Set(texts.flatMap((text) => text.match(pattern) ?? []))];
}

test('every case that a help text names exists, and can be explained', async () => {
  const named = await namesInHelp(new RegExp(`(?<=[ (])(?:${namespaces.join('|')})\\.[a-z][a-z-]*`, 'g'));
  expect(named).not.toEqual([]);
  expect(named.filter((id) => !cases.has(id))).toEqual([]);
  for (const id of named) expect((await callCommand('explain', id)).code).toBe(0);
});

test('the help of each command has an example of it', async () => {
  for (const command of commands)
    expect((await callCommand('help', command)).out).toMatch(
      new RegExp(`^ +(?:npx )?gatewright ${command} [\\w"'./-]`, 'm'),
    );
});

test('every requirement that a help text names exists, and can be explained', async () => {
  const named = await namesInHelp(/GW-[A-Z]+(?:-[A-Z]+)*-\d+/g);
  expect(named).not.toEqual([]);
  expect(named.filter((id) => !suite.requirements.has(id))).toEqual([]);
  for (const id of named) expect((await callCommand('explain', id)).code).toBe(0);
});

test('every name that the help of conform gives for --only is known', async () => {
  const { out } = await callCommand('help', 'conform');
  const line = /^ +--only WHAT .*$/m.exec(out)?.[0] ?? '';
  const names = [...line.matchAll(/\(([\w.-]+)\)/g)].map(([, name = '']) => name);
  expect(names).toEqual(['TSK', 'tasks', 'tasks.image', 'GW-TSK-001', 'MUST']);
  // One unknown name among them is refused.
  const only = names.flatMap((name) => ['--only', name]);
  expect(await callCommand('conform', '--list', ...only)).toMatchObject({ code: 0 });
});
