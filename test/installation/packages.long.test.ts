import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { startServer } from '../adapters/media/reference-server.ts';
import { runAtTheEdge } from '../entries/edge-runtime.ts';
import {
  PACKAGES_OUTPUT,
  readOwnModelsBlock,
  readPackagesProgram,
  readTestSetup,
} from '../readme/packages-page.ts';
import { childrenOf } from '../support/child-processes.ts';
import { fourQuarters } from '../support/four-quarters.ts';
import { addPackages, type BuiltPackages, buildPackages, compile, lintPackage } from './built-packages.ts';
import { CLIENT_OUTPUT, clientProgram, startProgram, typedModule } from './client-program.ts';

const execute = promisify(execFile);
/** Two tests that would see each other's balance in one session. */
const SESSION_TESTS = `
for (const name of ['first', 'second']) test(name, async () => {
  const headers = { authorization: \`Bearer \${mock.apiKey}\` };
  const balance = await (await fetch(\`\${mock.baseUrl}/v1/user/balance\`, { headers })).json();
  expect(balance.remain_balance).toBe(1000);
  await mock.control.putAccount(mock.apiKey, { balance: '7' });
});
`;

const LOAD_MODELS = "import('gatewright/mock').then(({ loadModels }) => loadModels('own-folder/models'))";
/** What a folder and the generated module say about the same request. */
const OWN_PRICE = `
import { hold, price, validate } from 'gatewright/contract';
import { models as generated } from './generated/models.mjs';
const request = { model: 'paper-1.0', prompt: 'A boat' };
console.log(price(request, { models }), hold(request, { models: generated }), validate(request, { models }));
`;
const OWN_MODEL_TEST = `
test('a model of the user', async () => {
  const headers = { authorization: \`Bearer \${mock.apiKey}\` };
  const list = await (await fetch(\`\${mock.baseUrl}/v1/models\`, { headers })).json();
  expect(list.data.map(({ id }) => id)).toContain('paper-1.0');
});
`;

const root = resolve(import.meta.dirname, '../..');
let built: BuiltPackages;

beforeAll(async () => {
  built = await buildPackages();
  const { gatewright, client } = built;
  for (const [name, { installedMegabytes }] of Object.entries({ gatewright, client }))
    console.log(`${name} takes ${installedMegabytes} MB with what it needs`);
  const page = await readPackagesProgram();
  await writeFile(join(gatewright.user, 'page.ts'), page);
  const { code } = await transform(page, { loader: 'ts', target: 'node22' }); // `await using`
  await writeFile(join(gatewright.user, 'page.mjs'), code);
  await writeFile(join(client.user, 'program.mjs'), clientProgram);
});

afterAll(() => built[Symbol.dispose]());

test('the packages hold what runs, its data, guides and types, and no tests or tools', () => {
  const { gatewright, client } = built;
  expect(gatewright.paths).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'bin/gatewright.cjs',
      'browser/msw.js',
      'bundled/@marcbachmann/cel-js.js',
      'bundled/mediabunny.js',
      'conformance/report.html',
      'generated/openapi.json',
      'generated/openapi.sdk-3.0.json',
      'generated/openapi.sdk-flat-3.0.json',
      'generated/openapi.sdk.json',
      'generated/validators.js',
      'package.json',
      'src/cli/run.js',
      'src/entries/msw.js',
      'types/src/entries/mock.d.ts',
      'types/src/entries/mock.d.ts.map',
    ]),
  );
  expect(client.paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'index.js', 'estimate.js']));
  const needless =
    /^(test|docs\/(api|decisions)|examples|scripts\/(build|conformance|architecture))\/|^(src|generated|scripts)\/.*\.ts$|\.test\./;
  expect([...gatewright.paths, ...client.paths].filter((path) => needless.test(path))).toEqual([]);
});

test('the page of the client has no links to files that are not in the package', () => {
  const page = readFileSync(join(built.client.installed, 'README.md'), 'utf8');
  const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link);
  expect(links).toContain('https://github.com/gatewright/gatewright/blob/main/docs/callbacks.md');
  expect(links).toContain('https://github.com/gatewright/gatewright/blob/main/examples/callbacks/hono.ts');
  expect(links.filter((link) => !link?.startsWith('https://') && !link?.startsWith('#'))).toEqual([]);
});

test('the pages of gatewright have no links to files that are not in the package', () => {
  const root = built.gatewright.installed;
  const pages = [
    'README.md',
    'CHANGELOG.md',
    ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
  ];
  const broken = pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#:\s]+)[)#]/g)]
        .map(([, link = '']) => join(dirname(page), link))
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${page}: ${path}`),
    );
  expect(broken).toEqual([]);
  expect(readFileSync(join(root, 'docs/adding-a-model.md'), 'utf8')).toContain(
    '(https://github.com/gatewright/gatewright/blob/main/test/scripts/add-model/models)',
  );
});

test('other bundlers and older compilers read what is installed', () => {
  const { installed } = built.gatewright;
  const read = (folder: string, ending: string) =>
    readdirSync(join(installed, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(join(installed, folder, name), 'utf8'))
      .join('\n');
  expect(read('browser', '.js')).not.toMatch(/import\.meta\.\w/); // webpack looks for the files that it names
  expect(read('browser', '.js')).not.toMatch(/[^.\w]eval\(/); // bundlers warn of it
  expect(read('types', '.d.ts')).not.toMatch(/Uint8Array<|ArrayBufferView</); // not generic before TypeScript 5.7
});

test('what is public is what the committed reports say; npm run api writes them', async () => {
  await execute(process.execPath, [join(root, 'scripts/api.ts'), '--check']);
});

test('publint and attw find nothing', async () => {
  expect(await lintPackage(built.gatewright)).toBe('');
  expect(await lintPackage(built.client)).toBe('');
});

test('the page of gatewright compiles; the client refuses what a model does not have', async () => {
  const { gatewright, client } = built;
  expect(await compile(gatewright, 'page.ts', 'es2022,esnext.disposable')).toBe('');
  await writeFile(join(client.user, 'right.ts'), typedModule("resolution: '2K'"));
  await writeFile(join(client.user, 'wrong.ts'), `import './right.js';${typedModule("sise: '2K'")}`);
  const errors = await compile(client, 'wrong.ts', 'es2022,dom');
  expect(errors).toMatch(/^\S*wrong.ts.*'sise' does not exist in type 'ImageRequest<"sx-5-0-pro"/);
  expect(errors.trim().split('\n')).toHaveLength(1);
});

test('the client works with this Node, and with the oldest that it declares', async () => {
  const { oldestNode, user } = built.client;
  expect(await startProgram(process.execPath, user)).toEqual(CLIENT_OUTPUT);
  expect(await startProgram(oldestNode, user)).toEqual(CLIENT_OUTPUT);
});

test('what requests cost is known in the edge runtime of Next.js', async () => {
  const { gatewright, client } = built;
  const request = { model: 'sx-5-0-pro', prompt: 'A boat', image_urls: ['https://example.com/1.png'] };
  const known = expect.objectContaining({ count: 1, priceUsd: '0.045' });
  const plan = "export { plan as run } from 'gatewright/contract';";
  expect(await runAtTheEdge(plan, request, { absWorkingDir: gatewright.user })).toEqual(known);
  const estimate = "export { estimate as run } from '@gatewright/client/estimate';";
  expect(await runAtTheEdge(estimate, request, { absWorkingDir: client.user })).toEqual(known);
});

test('Vitest and Jest give each test a session, with the lines of the page', async () => {
  const { user, oldestNode, installed } = built.gatewright;
  const bin = join(installed, 'bin/gatewright.cjs');
  await addPackages(user, 'jest@30.5.2', `vitest@${manifest.devDependencies.vitest}`);
  const setup = await readTestSetup();
  expect(setup.trim().split('\n').length).toBeLessThanOrEqual(3);
  const toCommonJs = setup.replace(/import (.*) from (.*);/, 'const $1 = require($2);');
  const hooks = "import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';\n";
  await writeFile(join(user, 'vitest.test.mjs'), `${hooks}${setup}${SESSION_TESTS}`);
  await writeFile(join(user, 'own.jest.mjs'), `${setup}${SESSION_TESTS}`);
  await writeFile(join(user, 'own.jest.cjs'), `${toCommonJs}${SESSION_TESTS}`);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'vitest.test.mjs'];
  const jest = (file: string) => [
    '--experimental-vm-modules',
    'node_modules/jest/bin/jest.js',
    '--testMatch',
    `**/${file}`,
  ];
  // The same with models of the user, whose tables another program has brought into the cache.
  const own = (await readOwnModelsBlock('mockForEachTest')).replace("'models'", "'own-folder/models'");
  await execute(process.execPath, [bin, 'init', 'own-folder'], { cwd: user });
  await execute(process.execPath, ['-e', LOAD_MODELS], { cwd: user });
  await writeFile(join(user, 'with-models.jest.mjs'), `${own}${SESSION_TESTS}${OWN_MODEL_TEST}`);
  await writeFile(join(user, 'with-models.test.mjs'), `${hooks}${own}${SESSION_TESTS}${OWN_MODEL_TEST}`);
  const runs: readonly (readonly [node: string, args: readonly string[], passed?: string])[] = [
    [process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'with-models.test.mjs'], '3 passed'],
    [process.execPath, jest('with-models.jest.mjs'), '3 passed'],
    [process.execPath, vitest],
    [process.execPath, jest('own.jest.mjs')],
    [process.execPath, jest('own.jest.cjs')],
    [oldestNode, jest('own.jest.mjs')],
  ];
  for (const [node, args, passed = '2 passed'] of runs) {
    const { stdout, stderr } = await execute(node, args, {
      cwd: user,
      env: { ...process.env, NO_COLOR: '1' },
    });
    expect(`${stdout}${stderr}`, args.join(' ')).toContain(passed);
  }
});

describe.each([
  ['this Node', () => process.execPath],
  ['the oldest Node that gatewright declares', () => built.gatewright.oldestNode],
])('with %s', (_name, program) => {
  const bin = () => join(built.gatewright.installed, 'bin/gatewright.cjs');
  const cwd = () => built.gatewright.user;
  const command = async (...args: readonly string[]) =>
    (await execute(program(), [bin(), ...args], { cwd: cwd() })).stdout;

  test('every entry works as its page says', async () => {
    const { stdout } = await execute(program(), ['page.mjs'], { cwd: cwd() });
    expect(stdout.trim().split('\n')).toEqual(PACKAGES_OUTPUT);
  });

  test('a mock starts, renders, decodes and passes cases', async () => {
    const begun = performance.now();
    const mock = spawn(program(), [bin(), 'mock', '--port', '0', '--quiet'], { cwd: cwd() });
    try {
      const [line] = (await once(mock.stdout, 'data')) as [Buffer];
      console.log(`gatewright mock is ready after ${Math.round(performance.now() - begun)} ms`);
      const address = String(line).trim();
      const report = await command('conform', address, '--only', 'catalogue.list', '--only', 'pdf.pages');
      expect(report).toMatch(/^Passed: /m);
      expect(report).not.toContain('unproven');
      await decodesPictures(address, mock);
      await command('image', '--url', address, '--model', 'qx-image-3.0', '--prompt', 'A boat', '--yes');
    } finally {
      mock.kill('SIGKILL');
    }
  });

  test('models of the user are checked, generated, served by the mock and covered by the suite', async () => {
    const folder = join(cwd(), program() === process.execPath ? 'models' : 'models-oldest');
    expect(await command('init', folder)).toMatch(
      /Paper10\.json[\s\S]+Next: cd \S+ && npx gatewright mock\n$/,
    );
    const inFolder = { cwd: folder, env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') } };
    const there = async (...args: readonly string[]) =>
      (await execute(program(), [bin(), ...args], inFolder)).stdout;
    expect(await there('check')).toBe('1 model, no problems.\n');
    expect(await there('generate')).toMatch(/^generated: \d+ files/);
    const { code } = await transform(await readOwnModelsBlock('loadModels('), {
      loader: 'ts',
      target: 'node22',
    });
    await writeFile(join(folder, 'own.mjs'), `${code}${OWN_PRICE}`);
    const { stdout: told } = await execute(program(), ['own.mjs'], inFolder);
    expect(told.trim().split('\n')).toEqual(['nowhere: there is no such folder. []', '0.02 0.02 []']);
    const mock = spawn(program(), [bin(), 'mock', '--port', '0', '--quiet'], inFolder);
    try {
      const [line] = (await once(mock.stdout, 'data')) as [Buffer];
      const report = await there('conform', String(line).trim(), '--only', 'paper-1.0', '--quiet');
      expect(report).toMatch(/^Passed: /);
    } finally {
      mock.kill('SIGKILL');
    }
    const { stdout } = await execute(program(), ['--test'], inFolder);
    expect(stdout).toMatch(/^(?:#|ℹ) pass 2$/m);
  });

  test('the other commands run', async () => {
    expect(await command('version')).toMatch(/^gatewright \d/);
    expect(await command('explain', 'GW-TSK-001')).toContain('GW-TSK-001');
    expect(await command('conform', '--list', '--only', 'TSK')).toContain('tasks.image');
    const data = join(cwd(), program() === process.execPath ? 'data' : 'data-oldest');
    await mkdir(data);
    const made = JSON.parse(await command('keys', 'create', '--credit', '1', '--json', '--data', data));
    await serves(spawn(program(), [bin(), 'serve', '--port', '0', '--data', data], { cwd: cwd() }), made.key);
    expect(await command('accounts', 'list', '--data', data)).toContain('1');
    await command('backup', '--data', data, join(data, 'backup'));
    const own = join(data, 'own');
    await command('init', own);
    await command('generate', '--models', join(own, 'models'), '--out', join(own, 'generated'));
    expect(await command('check', join(own, 'models'))).toContain('no problems');
  });
});

/** Asks a service for the balance of a key, and ends it. */
async function serves(service: ChildProcessWithoutNullStreams, key: string): Promise<void> {
  try {
    const [line] = (await once(service.stdout, 'data')) as [Buffer];
    const [address] = /http:\/\/[\w.:]+/.exec(String(line)) ?? [];
    const answer = await fetch(`${address}/v1/user/balance`, { headers: { authorization: `Bearer ${key}` } });
    expect(await answer.json()).toMatchObject({ remain_balance: 1 });
  } finally {
    service.kill('SIGKILL');
  }
}

/** A decoder that could not start, or that failed, would be reported as a fault, and a new one would start for the second clip. */
async function decodesPictures(address: string, mock: ChildProcessWithoutNullStreams): Promise<void> {
  const faults: string[] = [];
  mock.stderr.on('data', (chunk) => faults.push(String(chunk)));
  const picture = await fourQuarters(640, 480, 'jpeg');
  await using pictures = await startServer((_request, response) => response.end(picture));
  const body = { model: 'vxq3', prompt: 'A boat', duration: 3, image_urls: [`${pictures.origin}/a.jpeg`] };
  const decoders: unknown[] = [];
  for (const _clip of [1, 2]) {
    const answer = await fetch(`${address}/v1/videos/generations`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-mock', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    if (process.platform === 'linux') decoders.push(childrenOf(Number(mock.pid)));
  }
  expect(decoders).toEqual(process.platform === 'linux' ? [[expect.any(Number)], decoders[0]] : []);
  expect(faults).toEqual([]);
}
