import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { startMock } from '../../src/node/programs/start-mock.ts';
import { readTestSetup } from '../readme/packages-page.ts';
import { runForData, startServiceBy, temporaryFolder } from '../serve/service.ts';
import {
  addPackages,
  type BuiltPackages,
  buildPackages,
  compile,
  compileForPage,
  compileStrictly,
} from './built-packages.ts';

const execute = promisify(execFile);
const { vitest, msw, ...devDependencies } = manifest.devDependencies;
const RUNNERS = ['jest@30.5.2', `vitest@${vitest}`];
const COMPILERS = { 'typescript-5.9': '5.9.3', 'typescript-5.4': '5.4.5' };
/** Not in the lock file, because each has about 100 MB. */
const RUNTIMES = [
  { name: 'Deno', packed: 'deno@2.9.6', command: ['node_modules/.bin/deno', 'run', '-A'] },
  { name: 'Bun', packed: 'bun@1.4.5', command: ['node_modules/.bin/bun', '--bun'] },
] as const;
const ENVIRONMENTS = ['jsdom@31.0.1', 'happy-dom@21.0.4', 'jest-fixed-jsdom@0.0.11'];

const HOOKS = "import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';";
/** What people do in a test of a component: submit, let time pass, show the file, stream. */
const TESTS = `
import { createClient } from '@gatewright/client';
import { createMockGateway } from 'gatewright/msw';

async function exercise({ control, ...options }) {
  expect(typeof document).toBe('object');
  const client = createClient(options);
  const task = await client.images.generate({ model: 'qx-image-3.0', prompt: 'A boat', size: '512x512' });
  await control.setClock({ advance: '20s' });
  const [file] = await task.download();
  expect(file.blob.type).toBe('image/png');
  const stream = await client.chat.stream({ model: 'qx3.8-max', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 2 });
  expect((await stream.final()).usage.total_tokens).toBeGreaterThan(0);
}

test('a mock with a port', () => exercise({ baseUrl: mock.baseUrl, apiKey: mock.apiKey, control: mock.control }), 180_000);

test('handlers', async () => {
  const { baseUrl, fetch, control, close } = createMockGateway({ baseUrl: 'https://gateway.example.com' });
  await exercise({ baseUrl, fetch, control, apiKey: 'sk-mock' });
  await close();
}, 180_000);
`;

let built: BuiltPackages;

beforeAll(async () => {
  built = await buildPackages();
  const { gatewright, client } = built;
  await addPackages(gatewright.user, client.tarball, `msw@${msw}`, ...RUNNERS, ...ENVIRONMENTS);
});

afterAll(() => built[Symbol.dispose]());

test('the mock works in the environments for pages of Vitest and Jest', async () => {
  const { user } = built.gatewright;
  const setup = await readTestSetup();
  const allowing = setup.replace('afterAll }', 'afterAll }, { allowOrigins: [location.origin] }');
  expect(allowing).not.toBe(setup);
  await writeFile(join(user, 'jsdom.test.mjs'), `${HOOKS}${setup}${TESTS}`);
  await writeFile(join(user, 'happy-dom.test.mjs'), `${HOOKS}${allowing}${TESTS}`);
  await writeFile(join(user, 'own.jest.mjs'), `${setup}${TESTS}`);
  const run = (...args: readonly string[]) => {
    const env = { ...process.env, NO_COLOR: '1' };
    return execute(process.execPath, args, { cwd: user, env }).catch((failure) => failure);
  };
  for (const environment of ['jsdom', 'happy-dom']) {
    const file = `${environment}.test.mjs`;
    const end = await run('node_modules/vitest/vitest.mjs', 'run', '--environment', environment, file);
    expect(`${end.stdout}${end.stderr}`, environment).toContain('2 passed');
  }
  const jest = [
    'node_modules/jest/bin/jest.js',
    '--env',
    'jest-fixed-jsdom',
    '--testMatch',
    '**/own.jest.mjs',
  ];
  const end = await run('--experimental-vm-modules', ...jest);
  expect(`${end.stdout}${end.stderr}`).toContain('2 passed');
});

test.each(RUNTIMES)(
  'the mock, the command, the suite and the service work in $name',
  async ({ packed, command }) => {
    const { user, installed } = built.gatewright;
    await addPackages(user, packed);
    const program = `
import { startMock } from 'gatewright/mock';
const mock = await startMock();
const { status } = await fetch(mock.baseUrl + '/v1/models', { headers: { authorization: 'Bearer ' + mock.apiKey } });
console.log(status);
await mock.close();
`;
    await writeFile(join(user, 'in-runtime.mjs'), program);
    const [runtime, ...options] = command;
    const run = (...args: readonly string[]) => execute(runtime, [...options, ...args], { cwd: user });
    expect((await run(join(user, 'in-runtime.mjs'))).stdout).toBe('200\n');
    const cli = join(installed, 'bin/gatewright.cjs');
    expect((await run(cli, 'version')).stdout).toBe(`gatewright ${manifest.version}\n`);
    await using mock = await startMock();
    const suite = await run(cli, 'conform', mock.baseUrl, '--key', mock.apiKey, '--only', 'callbacks');
    expect(suite.stdout).toMatch(/^Passed: .+ requirements passed/m);
    await expectGuardedService([join(user, runtime), ...options, cli]);
  },
);

/** A service that refuses private addresses, and that stops when it is told to. */
async function expectGuardedService(command: readonly [string, ...string[]]): Promise<void> {
  using folder = temporaryFolder();
  const { key } = await runForData<{ key: string }>(folder.place, 'keys', 'create', '--credit', '5');
  await using service = await startServiceBy(command, folder.place);
  const answer = await fetch(`${service.baseUrl}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'qx-image-3.0', prompt: 'A boat', image_urls: ['http://127.0.0.1/a.png'] }),
  });
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining('image_urls[0]: the file cannot be read: the address is not allowed'),
  ]);
  service.child.kill('SIGTERM');
  expect(await service.exit()).toBe(0);
}

test('the declarations of every entry are complete', async () => {
  const { gatewright } = built;
  const entries = ['mock', 'msw', 'contract', 'conformance'].map((name) => `gatewright/${name}`);
  const clients = ['', '/estimate', '/react'].map((name) => `@gatewright/client${name}`);
  const imports = [...entries, ...clients].map(
    (entry, index) => `export type * as e${index} from '${entry}';\n`,
  );
  await writeFile(join(gatewright.user, 'entries.ts'), imports.join(''));
  expect(await compile(gatewright, 'entries.ts', 'es2022,esnext.disposable,dom')).toBe('');
});

test('the declarations of what pages import need no types but those of pages', async () => {
  const { gatewright } = built;
  const entries = ['gatewright/msw', 'gatewright/contract', '@gatewright/client', '@gatewright/client/react'];
  const imports = entries.map((entry, index) => `export type * as e${index} from '${entry}';\n`);
  await writeFile(join(gatewright.user, 'of-page.ts'), imports.join(''));
  expect(await compileForPage(gatewright, 'of-page.ts')).toBe('');
});

test('TypeScript 5 finds nothing in a project that checks all declarations', async () => {
  const { gatewright } = built;
  const compilers = Object.entries(COMPILERS).map(([name, version]) => `${name}@npm:typescript@${version}`);
  await addPackages(gatewright.user, `@types/node@${devDependencies['@types/node']}`, ...compilers);
  const entries = ['gatewright/mock', 'gatewright/contract', 'gatewright/conformance', '@gatewright/client'];
  const imports = entries.map((entry, index) => `export type * as e${index} from '${entry}';\n`);
  await writeFile(join(gatewright.user, 'checked.ts'), imports.join(''));
  for (const compiler of Object.keys(COMPILERS))
    expect(await compileStrictly(gatewright, 'checked.ts', compiler), compiler).toBe('');
});
