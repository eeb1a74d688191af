import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callCommand } from '../cli/call-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatewright-own-models-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The example of `init` in its own folder, changed. */
async function exampleIn(name: string, change: (text: string) => string = (text) => text): Promise<string> {
  const models = join(folder, name, 'models');
  expect(await callCommand('init', join(folder, name))).toMatchObject({ code: 0, err: '' });
  const file = join(models, 'Paper10.json');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  return models;
}

test('init writes a folder whose model has no problems', async () => {
  const models = await exampleIn('new');
  expect(readdirSync(join(folder, 'new')).sort()).toEqual([
    'README.md',
    'gatewright.config.json',
    'models',
    'models.test.mjs',
    'package.json',
  ]);
  expect(readFileSync(join(folder, 'new/README.md'), 'utf8').trim().split('\n').length).toBeLessThanOrEqual(
    10,
  );
  expect(await callCommand('check', models)).toEqual({ code: 0, out: '1 model, no problems.\n', err: '' });
});

test('init overwrites nothing, and adds to an existing package', async () => {
  const there = join(folder, 'there');
  mkdirSync(there);
  writeFileSync(join(there, 'package.json'), '{}');
  writeFileSync(join(there, 'README.md'), 'mine');
  const refused = `${there} has README.md already: nothing was written. Name another folder.\n`;
  expect(await callCommand('init', there)).toEqual({ code: 2, out: '', err: refused });
  expect(readdirSync(there)).toEqual(['README.md', 'package.json']);
  rmSync(join(there, 'README.md'));
  const { code, out } = await callCommand('init', there);
  expect(code).toBe(0);
  expect(out).toContain('npm install --save-dev gatewright && npx gatewright mock');
  expect(readFileSync(join(there, 'package.json'), 'utf8')).toBe('{}');
});

test('what init says to do next installs nothing where gatewright is installed', async () => {
  const [user, target] = [join(folder, 'user'), join(folder, 'user/ours')];
  const next = async () => (await callCommand('init', target)).out.split('\n').at(-2);
  const dependencies = () => JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')).devDependencies;
  expect(await next()).toBe(`Next: cd ${target} && npm install && npx gatewright mock`);
  expect(Object.keys(dependencies())).toEqual(['gatewright']);
  rmSync(target, { recursive: true });
  mkdirSync(join(user, 'node_modules/gatewright'), { recursive: true });
  writeFileSync(join(user, 'node_modules/gatewright/package.json'), '{}');
  expect(await next()).toBe(`Next: cd ${target} && npx gatewright mock`);
  expect(dependencies(), 'npm would look in the registry').toBeUndefined();
  const { $schema } = JSON.parse(readFileSync(join(target, 'models/Paper10.json'), 'utf8'));
  expect(join(target, 'models', $schema)).toBe(
    join(user, 'node_modules/gatewright/schemas/model.schema.json'),
  );
});

test('what init says to do next can be copied when the folder has a space in its name', async () => {
  const target = join(folder, 'our models');
  expect((await callCommand('init', target)).out).toContain(`\nNext: cd '${target}' && `);
});

test('check reports each problem once, with file and line', async () => {
  const models = await exampleIn('wrong', (text) =>
    text
      .replace('"created": 1795132800', '"created": "today"')
      .replace('self.resolution !=', 'self.resolutoin !='),
  );
  writeFileSync(join(models, 'Broken.json'), '{\n  "description": nothing\n}\n');
  writeFileSync(join(models, 'notes.md'), 'Not a model.');
  const broken = await callCommand('check', models);
  expect(broken).toMatchObject({ code: 2, err: '1 problem.\n' });
  expect(broken.out).toBe(
    `${join(models, 'Broken.json')}:2: a string must be in double quotes: write "nothing"\n`,
  );
  rmSync(join(models, 'Broken.json'));
  const file = join(models, 'Paper10.json');
  expect(await callCommand('check', models)).toEqual({
    code: 2,
    out: `${file}:18: x-model.created must be an integer, not "today", such as 1795132800
${file}:39: CEL does not fit the request: No such key: resolutoin; did you mean resolution?
`,
    err: '2 problems.\n',
  });
  const { out } = await callCommand('check', models, '--json');
  expect(JSON.parse(out)).toMatchObject({
    models: 1,
    problems: [
      { file, line: 18 },
      { file, line: 39 },
    ],
  });
});

test('a file with the name of a model of the package has to replace that model', async () => {
  const models = join(folder, 'twin');
  mkdirSync(models);
  const example = readFileSync(join(folder, 'new/models/Paper10.json'), 'utf8');
  writeFileSync(join(models, 'Sx50Pro.json'), example);
  const { code, out } = await callCommand('check', models);
  expect(code).toBe(2);
  expect(out).toBe(
    `${join(models, 'Sx50Pro.json')}:1: the model "sx-5-0-pro" of gatewright has a file of this name: choose another name, or the id "sx-5-0-pro" to replace it\n`,
  );
});

test('what is wrong with a file that replaces a model of the package is told, not its name', async () => {
  const models = join(folder, 'replacing');
  mkdirSync(models);
  const file = join(models, 'Sx50Pro.json');
  writeFileSync(file, '{\n  "description": "our own"\n  "x-model": {}\n}\n');
  expect((await callCommand('check', models)).out).toBe(
    `${file}:3: a comma or "}" is missing before "x-model"\n`,
  );
  writeFileSync(file, '{}');
  expect((await callCommand('check', models)).out).toBe(`${file}:1: the object of the file is empty\n`);
});

test('two files with one id, and a file where a folder is wanted, are told in one line', async () => {
  const models = await exampleIn('twins');
  const [file, twin] = [join(models, 'Paper10.json'), join(models, 'Twin.json')];
  writeFileSync(twin, readFileSync(file, 'utf8'));
  expect(await callCommand('check', models)).toEqual({
    code: 2,
    out: `${twin}:16: The id "paper-1.0" is taken by ${file}: choose another.\n`,
    err: '1 problem.\n',
  });
  rmSync(twin);
  const readme = join(folder, 'twins/README.md');
  expect(await callCommand('generate', '--models', models, '--out', readme)).toEqual({
    code: 2,
    out: '',
    err: `${readme} cannot be written: there is a file in the way. Name another folder with --out.\n`,
  });
  const nameless = { code: 2, out: '', err: 'The folder with the model files has no name.\n' };
  expect(await callCommand('check', '')).toEqual(nameless);
  expect(await callCommand('mock', '--models', '')).toEqual(nameless);
});

test.skipIf(process.platform === 'win32')('what is no regular file is a problem of that file', async () => {
  const models = await exampleIn('odd');
  const at = (name: string) => join(models, name);
  mkdirSync(at('folder'));
  symlinkSync('folder', at('Folder.json'));
  symlinkSync('nowhere', at('Gone.json'));
  symlinkSync('Loop.json', at('Loop.json'));
  execFileSync('mkfifo', [at('Pipe.json')]);
  const problems = [
    `${at('Folder.json')}:1: a model must be a regular file`,
    `${at('Gone.json')}:1: the file, or what it links to, does not exist`,
    `${at('Loop.json')}:1: this link leads to itself`,
    `${at('Pipe.json')}:1: a model must be a regular file`,
  ];
  const refused = { code: 2, out: `${problems.join('\n')}\n`, err: '4 problems.\n' };
  expect(await callCommand('check', models)).toEqual(refused);
  expect(await callCommand('generate', '--models', models, '--out', join(folder, 'odd-out'))).toMatchObject({
    code: 2,
  });
  const told = `${[...problems, `4 problems in ${models}.`].join('\n')}\n`;
  expect(await callCommand('mock', '--models', models)).toEqual({ code: 2, out: '', err: told });
  for (const name of ['Folder.json', 'Gone.json', 'Loop.json', 'Pipe.json']) rmSync(at(name));
  mkdirSync(at('..data')); // as Kubernetes mounts files
  renameSync(at('Paper10.json'), at('..data/Paper10.json'));
  symlinkSync('..data/Paper10.json', at('Paper10.json'));
  expect(await callCommand('check', models)).toMatchObject({ code: 0 });
});

test.skipIf(process.platform === 'win32')('what generate must not write or read is one line', async () => {
  const models = await exampleIn('out');
  const out = join(folder, 'out-pipe');
  mkdirSync(out);
  execFileSync('mkfifo', [join(out, 'openapi.json')]);
  for (const [place, line] of [
    [
      out,
      `${join(out, 'openapi.json')} was not written by gatewright generate: name another folder with --out.`,
    ],
    [
      join(models, 'generated'),
      `${join(models, 'generated')} is in the folder of the models, whose files are read as models: name another folder with --out.`,
    ],
  ] as const)
    expect(await callCommand('generate', '--models', models, '--out', place)).toEqual({
      code: 2,
      out: '',
      err: `${line}\n`,
    });
});

test('what is larger than a model can be, or in a folder below, is a problem with its place', async () => {
  const models = await exampleIn('large', (text) => `${text}${' '.repeat(1_000_000)}`);
  mkdirSync(join(models, 'drafts'));
  mkdirSync(join(models, 'pictures'));
  writeFileSync(join(models, 'drafts/Paper20.json'), '{}');
  writeFileSync(join(models, 'pictures/paper.png'), '');
  expect(await callCommand('check', models)).toEqual({
    code: 2,
    out: `${[
      `${join(models, 'Paper10.json')}:1: the file is too large: a model file may have at most 1 MB`,
      `${join(models, 'drafts')}:1: folders in this folder are not read: move its model files up`,
    ].join('\n')}\n`,
    err: '2 problems.\n',
  });
});

test.each(['^(.*)*x$', String.raw`^([\\w .]|\\d)+x$`])(
  'a model with the pattern %s, which would run without end, is not tried',
  async (pattern) => {
    const change = (text: string) =>
      text.replace(
        '"minLength": 1,',
        `"minLength": 1, "pattern": "${pattern}", "x-message": "must end in x",`,
      );
    const { code, out, err } = await callCommand('check', await exampleIn(`slow ${pattern.length}`, change));
    expect([code, err]).toEqual([2, '1 problem.\n']);
    expect(out).toMatch(/^.*Paper10\.json:25: The pattern takes exponential time.*\n$/);
  },
);

test('schemas within schemas without end are a problem with its place', async () => {
  const nest = (levels: number) => `${'{"properties":{"a":'.repeat(levels)}{}${'}}'.repeat(levels)}`;
  const change = (levels: number) => (text: string) =>
    text.replace('"prompt": {', `"deep": ${nest(levels)},\n"prompt": {`);
  const models = await exampleIn('deep', change(3000));
  const { code, out, err } = await callCommand('check', models);
  expect([code, err]).toEqual([2, '1 problem.\n']);
  expect(out).toMatch(/^\S+Paper10\.json:\d+: nested too deeply: a file may have at most 200 levels\n$/);
  const most = await callCommand('check', await exampleIn('deep-but-sound', change(98)));
  expect(most.err + most.out).not.toMatch(/\n +at |nested too deeply|RangeError/);
});
