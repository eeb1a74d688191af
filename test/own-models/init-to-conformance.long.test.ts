import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { startCommandIn } from '../cli/start-command.ts';
import { createOwnFolder, type OwnFolder } from './own-folder.ts';

const run = promisify(execFile);
const project = resolve(import.meta.dirname, '../..');
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

// One model from `gatewright init` to the conformance suite, without a change of the package.
let own: OwnFolder;

beforeAll(async () => {
  own = await createOwnFolder();
  // As npm installs it.
  mkdirSync(join(own.cwd, 'node_modules'));
  symlinkSync(project, join(own.cwd, 'node_modules/gatewright'), 'junction');
});

afterAll(() => own[Symbol.dispose]());

async function ended(...args: readonly string[]) {
  await using command = startCommandIn(own, ...args);
  return { code: await command.exit(), out: command.output(), err: command.errors() };
}

test('check finds nothing', async () => {
  expect(await ended('check')).toEqual({ code: 0, out: '1 model, no problems.\n', err: '' });
});

test('its own test passes', async () => {
  const env = { ...process.env, ...own.env };
  const { stdout } = await run(process.execPath, ['--test'], { cwd: own.cwd, env });
  expect(stdout).toMatch(/^(?:#|ℹ) pass 2$/m);
});

test('the conformance suite has cases of it, which the mock passes', async () => {
  await using mock = startCommandIn(own, 'mock', '--port', '0', '--quiet');
  const [base] = await mock.printed(/^http\S+/);
  const { code, out } = await ended(
    'conform',
    base,
    '--only',
    'paper-1.0',
    '--quiet',
    '--report',
    'json=report.json',
  );
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^Passed: /) });
  const ids = own.read('report.json').match(/(?<=")models\.[^"\s]+(?=")/g) ?? [];
  expect(ids).toEqual(
    expect.arrayContaining([
      'models.image-size/paper-1.0/1K/1x1',
      'models.image-size/paper-1.0/2K/3x2',
      'models.invalid-example/paper-1.0/long-in-2K',
    ]),
  );
  expect(ids.filter((id) => id.split('/')[1] !== 'paper-1.0')).toEqual([]);
});

test('the client knows its fields after generate', async () => {
  expect(await ended('generate')).toMatchObject({ code: 0, err: '' });
  const program = (request: string) => `import { createClient } from '@gatewright/client';
import { estimate } from '@gatewright/client/estimate';
import type { OperationRequests } from './generated/model-types.ts';
import { models } from './generated/models.mjs';

const client = createClient<OperationRequests>({ baseUrl: 'http://localhost:8080', apiKey: 'sk-mock' });
await client.images.generate(${request});
estimate(${request}, { models });
`;
  own.write('right.ts', program(`{ model: 'paper-1.0', prompt: 'A boat', size: '3:2', resolution: '2K' }`));
  own.write('package.ts', program(`{ model: 'sx-5-0-pro', prompt: 'A boat' }`));
  own.write('wrong.ts', program(`{ model: 'paper-1.0', prompt: 'A boat', resolutoin: '2K' }`));
  own.write('value.ts', program(`{ model: 'paper-1.0', prompt: 'A boat', resolution: '4K' }`));
  own.write(
    'tsconfig.json',
    JSON.stringify({
      extends: join(project, 'tsconfig.json'),
      compilerOptions: {
        types: ['node'],
        typeRoots: [join(project, 'node_modules/@types')],
        paths: {
          '@gatewright/client': [join(project, 'src/client/index.ts')],
          '@gatewright/client/estimate': [join(project, 'src/client/estimate/index.ts')],
        },
      },
      include: ['*.ts'],
      exclude: [],
    }),
  );
  const judged = await run(process.execPath, [tsc, '--pretty', 'false'], { cwd: own.cwd }).catch(
    (error) => error,
  );
  const faults = String(judged.stdout).match(/^\w\S+\(\d+.*$/gm) ?? [];
  expect(faults.map((fault) => fault.split('(')[0])).toEqual([
    'value.ts',
    'value.ts',
    'wrong.ts',
    'wrong.ts',
  ]);
  expect(faults.join('\n')).toMatch(/'resolutoin' does not exist/);
});

test('generate writes the same again, removes what it wrote for a model that is gone, and touches nothing else', async () => {
  own.write('generated/notes.json', '{"mine": true}');
  expect((await ended('generate')).out).toBe('generated: 20 files, 0 changed.\n');
  const example = own.read('models/Paper10.json');
  own.write('models/Paper10.json', example.replaceAll('paper-1.0', 'paper-1.1'));
  expect(JSON.parse((await ended('generate', '--json')).out).changed).toEqual(
    expect.arrayContaining(['openapi.json', 'schemas/paper-1.0.json', 'schemas/paper-1.1.json']),
  );
  expect(own.read('generated/notes.json')).toBe('{"mine": true}');
  expect(() => own.read('generated/schemas/paper-1.0.json')).toThrow('ENOENT');
  own.write('generated/openapi.json', '{}');
  expect(await ended('generate')).toEqual({
    code: 2,
    out: '',
    err: `${join('generated', 'openapi.json')} was not written by gatewright generate: name another folder with --out.\n`,
  });
  own.write('models/Paper10.json', example);
});

test('the durable gateway has it, too', async () => {
  const created = await ended('keys', 'create', '--account', 'acme', '--credit', '5', '--json');
  const { key } = JSON.parse(created.out);
  await using service = startCommandIn(own, 'serve', '--port', '0');
  const [, base = ''] = await service.printed(/"(http:\/\/127[^"]+)"/);
  const answer = await fetch(`${base}/v1/model-schema?model=paper-1.0`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('short_prompt_in_2k')]);
});

test('a restart with other prices leaves those of running tasks as they are', async () => {
  const created = await ended('keys', 'create', '--account', 'late', '--credit', '5', '--json');
  const { key: apiKey } = JSON.parse(created.out);
  const start = () => startCommandIn(own, 'serve', '--port', '0');
  const request = { model: 'paper-1.0', prompt: 'A boat', resolution: '2K' } as never;
  let id: string;
  {
    await using before = start();
    const [, baseUrl = ''] = await before.printed(/"(http:\/\/127[^"]+)"/);
    ({ id } = await createClient({ baseUrl, apiKey }).images.generate(request));
  }
  const example = own.read('models/Paper10.json');
  own.write('models/Paper10.json', example.replace('"0.05"', '"0.9"'));
  await using after = start();
  const [, baseUrl = ''] = await after.printed(/"(http:\/\/127[^"]+)"/);
  own.write('models/Paper10.json', example);
  const client = createClient({ baseUrl, apiKey });
  const left = async () => (await client.balance.account()).remain_balance;
  expect(await left()).toBe(4.95);
  await client.images.generate(request);
  expect(await left()).toBe(4.05);
  expect((await client.tasks.resume(id).wait({ pollMs: 100, timeoutMs: 120_000 })).cost).toBe(0.05);
});
