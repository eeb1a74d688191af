import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startMock } from '../../src/node/programs/start-mock.ts';
import { callCommand } from '../cli/call-command.ts';
import { runSamples, siteSamples } from '../docs-site/site-samples.ts';
import { createOwnFolder } from '../own-models/own-folder.ts';
import { readBlocks } from '../readme/markdown-blocks.ts';
import { freePort } from '../support/loopback.ts';
import { expectBrokenAnswers } from './broken-answers.ts';
import { UNESTIMATED } from './estimate-cases.ts';
import { expectReceiver, readReceiver } from './expect-receiver.ts';
import { features } from './expectations.ts';
import { expectedErrors } from './expected-errors.ts';
import { generateSdk, generateTested, SDK_MS } from './generate-sdk.ts';
import { type Played, playScenario } from './play-scenario.ts';
import { isSkipped } from './skipped-language.ts';

const run = promisify(execFile);
const HERE = join(import.meta.dirname, 'python');

describe.skipIf(isSkipped('python', 'python3'))('the SDK for Python', () => {
  let folder: string;
  let python: string;
  let played: Played;

  // As its user gets it: written by the command, installed in a virtual environment, used from another folder.
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatewright-sdk-python-'));
    await generateTested('python', join(folder, 'sdk'));
    await run('python3', ['-m', 'venv', join(folder, 'venv')]);
    python = join(folder, 'venv/bin/python');
    const packages = [join(folder, 'sdk'), 'mypy==2.4.1', 'pyright==1.1.414', 'ruff==0.17.6'];
    await run(python, ['-m', 'pip', 'install', '--quiet', ...packages]);
    played = await playScenario('python', [python, join(HERE, 'scenario.py')], folder);
  }, SDK_MS);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('has no step that fails', () => expect(played.faults).toEqual({}));

  test('refuses odd values of estimates', () =>
    expect(played.steps['odd estimates']).toEqual({
      refused: Array.from({ length: 17 }, () => ['refused']),
      exact: ['0.0225', '0.09', '0.045'],
    }));

  test('reads answers of something else than a gateway', () => expectBrokenAnswers(played));

  test('says that an answer was left', () =>
    expect(played.steps['left early']).toEqual(
      Array.from({ length: 2 }, () => 'The answer was abandoned before it was complete.'),
    ));

  test('says why a call cannot be made', () =>
    expect(played.steps.misused).toEqual([
      ...['http://[', '::bad', 'http://\0', 'ftp://x', ''].map(
        (address) =>
          `ValueError: base_url is not the address of a gateway, such as http://localhost:8080: '${address.replace('\0', '\\x00')}'`,
      ),
      ...['api_key', 'api_key'].map(
        (name) => `ValueError: ${name} is empty, or begins or ends with a space or a line break.`,
      ),
      ...['api_key', 'api_key', 'idempotency_key'].map(
        (name) =>
          `ValueError: ${name} has a character that no header can carry, such as a line break or one beyond ASCII.`,
      ),
      'ValueError: timeout must be a finite number of seconds.',
      'ValueError: timeout must be a finite number of seconds.',
      'GatewrightError: The client is closed.',
      expect.stringMatching(/^ApiConnectionError: /),
    ]));

  test('waits as long as was asked for, with an httpx client of its user too', () =>
    expect(played.steps['longest reads']).toEqual([600, 7, 30, 7, null]));

  test('bears odd answers', () =>
    expect(played.steps.odd).toEqual({
      slow: ['TaskTimeoutError', 'TaskTimeoutError'],
      files: {
        'image.png': '/a/image.png',
        'image-2.png': '/b/image.png',
        file: '/c/',
        'file-2': '/', // a dot segment, which httpx resolves
        'file-3': '/',
      },
      waits: [10, null, null, null, 0],
      removed: null,
    }));

  test('trusts no odd callback', () =>
    expect(played.steps['odd callbacks']).toEqual([
      'The header webhook-id is not UTF-8.',
      'The body is not UTF-8.',
      ...Array.from({ length: 3 }, () => 'The body is not a task record.'),
      'trusted',
    ]));

  test.each(Object.entries(features))('%s', (_, check) => check(played));

  test('says which model has no estimate', () => expect(played.steps.unestimated).toBe(UNESTIMATED));

  test('does what its README says', async () => {
    await using mock = await startMock({ speed: 100 });
    const readme = readFileSync(join(folder, 'sdk/README.md'), 'utf8');
    const programs = readBlocks(readme).filter(({ language }) => language === 'python');
    expect(programs).toHaveLength(5);
    for (const { text } of programs) {
      writeFileSync(join(folder, 'example.py'), text.replaceAll('http://localhost:8080', mock.baseUrl));
      await run(python, ['-m', 'mypy', '--strict', 'example.py'], { cwd: folder });
      await run(python, ['example.py'], { cwd: folder });
    }
    expect(await sharp(join(folder, '0.png')).metadata()).toMatchObject({ width: 1280, height: 720 });
  });

  test('receives callbacks as docs/callbacks.md says', async () => {
    writeFileSync(join(folder, 'receiver.py'), readReceiver('python'));
    copyFileSync(join(HERE, 'serve_receiver.py'), join(folder, 'serve_receiver.py'));
    const port = await freePort();
    await expectReceiver(port, [python, '-u', join(folder, 'serve_receiver.py'), String(port)]);
  });

  test('runs the samples of the site', async () => {
    await using mock = await startMock({ speed: 100 });
    const samples = await siteSamples('Python', mock);
    const fileOf = (name: string) => `sample_${name.replaceAll(/\W/g, '_')}.py`;
    const printed = await runSamples(samples, async (some) => {
      const outputs: string[] = [];
      for (const { name, text } of some) {
        writeFileSync(join(folder, fileOf(name)), text);
        outputs.push(`== ${name}\n${(await run(python, [fileOf(name)], { cwd: folder })).stdout}`);
      }
      return outputs.join('');
    });
    expect(Object.keys(printed)).toHaveLength(samples.length);
    expect(Object.values(printed)).not.toContain('');
    const files = samples.map(({ name }) => fileOf(name));
    await run(python, ['-m', 'mypy', '--strict', ...files], { cwd: folder });
    await run(python, ['-m', 'ruff', 'format', '--check', ...files], { cwd: folder });
  });

  test('has own models, with their parameters', async () => {
    using own = await createOwnFolder();
    const out = join(folder, 'own');
    await generateSdk('python', out, '--models', join(own.cwd, 'models'));
    expect(readdirSync(out).sort()).toEqual(['LICENSE', 'README.md', 'pyproject.toml', 'src']);
    const types = readFileSync(join(out, 'src/gatewright/types.py'), 'utf8');
    expect(types).toContain('class Paper10(TypedDict)');
    expect(readFileSync(join(out, 'src/gatewright/_sync/_generate.py'), 'utf8')).toContain(
      'Unpack[types.Paper10]',
    );
    await run(python, ['-m', 'mypy'], { cwd: out });
  });

  test('has types and values for a parameter "self"', async () => {
    using own = await createOwnFolder();
    const model = JSON.parse(own.read('models/Paper10.json'));
    const properties = { ...model.properties, self: { type: 'string', description: 'A text.' } };
    own.write('models/Paper10.json', JSON.stringify({ ...model, properties }));
    const out = join(folder, 'own-self');
    await generateSdk('python', out, '--models', join(own.cwd, 'models'));
    const call = (value: string) =>
      `estimate(model="paper-1.0", prompt="A boat", self=${value})
Gatewright(base_url="http://localhost", api_key="sk-mock").images.generate(model="paper-1.0", prompt="A boat", self=${value})\n`;
    writeFileSync(
      join(out, 'use.py'),
      `from gatewright import Gatewright, estimate\n${call('"x"')}${call('1')}`,
    );
    const env = { ...process.env, PYTHONPATH: join(out, 'src'), MYPYPATH: join(out, 'src') };
    const checked = await run(python, ['-m', 'mypy', '--strict', 'use.py'], { cwd: out, env }).catch(
      (error) => error,
    );
    expect(String(checked.stdout).match(/^use\.py:\d+: error/gm)).toEqual([
      'use.py:4: error',
      'use.py:5: error',
    ]);
    await expect(run(python, ['use.py'], { cwd: out, env })).rejects.toThrow(
      'ApiConnectionError: http://localhost: ',
    );
  });

  test('is clean for mypy --strict, ruff and its formatter', async () => {
    const sdk = { cwd: join(folder, 'sdk') };
    await run(python, ['-m', 'mypy'], sdk);
    await run(python, ['-m', 'ruff', 'check', '.'], sdk);
    await run(python, ['-m', 'ruff', 'format', '--check', '.'], sdk);
  });

  test('has a type for everything that its user sees', async () => {
    const env = { ...process.env, PATH: `${join(folder, 'venv/bin')}:${process.env.PATH}` };
    const flags = ['--verifytypes', 'gatewright', '--ignoreexternal'];
    const { stdout } = await run(python, ['-m', 'pyright', ...flags], { cwd: folder, env });
    expect(stdout).toContain('Type completeness score: 100%');
  });

  test('has the parameters of each model as types', async () => {
    const source = join(HERE, 'typed.py');
    copyFileSync(source, join(folder, 'typed.py'));
    const checked = await run(python, ['-m', 'mypy', '--strict', 'typed.py'], { cwd: folder }).catch(
      (error) => error,
    );
    const found = [...String(checked.stdout).matchAll(/^typed\.py:(\d+): error: .*\[([\w-]+)\]$/gm)];
    const expected = expectedErrors(readFileSync(source, 'utf8'), /# error: ([\w-]+)$/);
    expect(found.map(([, line, error]) => ({ line: Number(line), error }))).toEqual(expected);
  });

  test('says which program is missing', async () => {
    vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
    vi.stubEnv('PATH', folder);
    const { code, err } = await callCommand('sdk', 'python', '--out', join(folder, 'other'));
    vi.unstubAllEnvs();
    expect([code, err]).toEqual([2, 'python3 is not installed, or not on the PATH.\n']);
    expect(readdirSync(folder)).not.toContain('other');
  });
});
