import { execFile } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startMock } from '../../src/node/programs/start-mock.ts';
import { callCommand } from '../cli/call-command.ts';
import { runSamples, siteSamples } from '../docs-site/site-samples.ts';
import { createOwnFolder } from '../own-models/own-folder.ts';
import { readBlocks } from '../readme/markdown-blocks.ts';
import { freePort } from '../support/loopback.ts';
import { PATIENCE_MS } from '../support/until.ts';
import { expectBrokenAnswers } from './broken-answers.ts';
import { UNESTIMATED } from './estimate-cases.ts';
import { expectReceiver, readReceiver } from './expect-receiver.ts';
import { features } from './expectations.ts';
import { expectedErrors } from './expected-errors.ts';
import { generateSdk, generateTested, SDK_MS } from './generate-sdk.ts';
import { startBrokenService } from './java/broken-service.ts';
import { type Played, playScenario } from './play-scenario.ts';
import { isSkipped } from './skipped-language.ts';

const run = promisify(execFile);
const HERE = join(import.meta.dirname, 'java');
const SOURCES = 'src/main/java';
/** Programs that end soon are not worth the second compiler. */
const SHORT = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
const GATEWAY = '"http://localhost:8080"';

describe.skipIf(isSkipped('java', 'javac') || isSkipped('java', 'mvn'))('the SDK for Java', () => {
  let folder: string;
  let sdk: string;
  let classPath: string;
  let readme: string;
  let played: Played;

  // As its user gets it: written by the command, built by Maven, a dependency of another module.
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatewright-sdk-java-'));
    sdk = join(folder, 'sdk');
    await generateTested('java', sdk);
    readme = readFileSync(join(sdk, 'README.md'), 'utf8');
    const programs = join(folder, 'program', SOURCES);
    mkdirSync(programs, { recursive: true });
    copyFileSync(join(HERE, 'pom.xml'), join(folder, 'pom.xml'));
    const project = readFileSync(join(HERE, 'program.xml'), 'utf8');
    writeFileSync(
      join(folder, 'program/pom.xml'),
      project.replace(/<!-- the SDK.*-->/, blocksOf('xml').join('')),
    );
    for (const name of ['Scenario.java', 'Robust.java']) copyFileSync(join(HERE, name), join(programs, name));
    for (const text of blocksOf('java'))
      writeFileSync(
        join(programs, `${nameOf(text)}.java`),
        text.replace(GATEWAY, 'System.getenv("GATEWAY")'),
      );
    const list = 'org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath';
    const settings = ['-Dmaven.compiler.failOnWarning=true', '-Dmdep.outputFile=target/class-path.txt'];
    const build = ['-q', '-B', 'compile', list, ...settings];
    const env = { ...process.env, MAVEN_OPTS: SHORT.join(' ') };
    expect(stripVTControlCharacters((await run('mvn', build, { cwd: folder, env })).stdout)).toBe('');
    const libraries = readFileSync(join(folder, 'program/target/class-path.txt'), 'utf8');
    classPath = [join(folder, 'program/target/classes'), libraries].join(delimiter);
    played = await playScenario('java', ['java', '-cp', classPath, 'Scenario'], folder);
  }, SDK_MS);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function blocksOf(wanted: string): readonly string[] {
    return readBlocks(readme)
      .filter(({ language }) => language === wanted)
      .map(({ text }) => text);
  }

  /** Compiles sources as strictly as the SDK itself. */
  function compile(...sources: readonly string[]): Promise<{ readonly stdout: string }> {
    const options = [
      ...SHORT.map((one) => `-J${one}`),
      '-Xlint:all',
      '-Werror',
      '-cp',
      classPath,
      '-d',
      join(folder, 'compiled'),
    ];
    return run('javac', [...options, ...sources], { cwd: folder });
  }

  test('has no step that fails', () => expect(played.faults).toEqual({}));

  test('refuses odd values of estimates', () =>
    expect(played.steps['odd estimates']).toEqual(['refused', 'refused', 'refused', '0.045']));

  test('reads answers of something else than a gateway', () => expectBrokenAnswers(played));

  test('says that an answer was left', () =>
    expect(played.steps['left early']).toBe('The answer was abandoned before it was complete.'));

  test('says why a call cannot be made', () =>
    expect(played.steps.misused).toEqual([
      'IllegalArgumentException: "::bad" is not the address of a gateway.',
      'IllegalArgumentException: "ftp://a" is not the address of a gateway.',
      'IllegalArgumentException: "http://a_b" is not the address of a gateway. The HTTP client of Java takes no host with an underscore.',
      'IllegalArgumentException: apiKey has a character that no header can carry, such as a line break or one beyond ASCII.',
      'NullPointerException: apiKey',
      'IllegalArgumentException: silence must be more than zero.',
      'NullPointerException: silence',
      'IllegalArgumentException: idempotencyKey has a character that no header can carry, such as a line break or one beyond ASCII.',
      ...['request', 'request', 'request', 'request', 'id', 'model', 'method', 'path', 'query'].map(
        (name) => `NullPointerException: ${name}`,
      ),
      ...['query: model', 'timeout', 'progress', 'secret'].map((name) => `NullPointerException: ${name}`),
    ]));

  test('bears odd answers', () =>
    expect(played.steps.odd).toEqual({
      keys: 2,
      files: {
        'image.png': '/a/image.png',
        'image-2.png': '/b/image.png',
        file: '/c/',
        'file-2': '/..',
        'file-3': '/',
        'a b|c.png': '/a b|c.png',
      },
      task: 'Task[id=task_1]',
      failure: 'TaskFailedException: broke',
      'null link': 'MalformedAnswerException: The result of the task violates the contract.',
      refusal: [400, 'no', 1],
      waits: [10, null, null, null, 0],
      removed: true,
    }));

  test.each(Object.entries(features))('%s', (_, check) => check(played));

  test('says which model has no estimate', () => expect(played.steps.unestimated).toBe(UNESTIMATED));

  test('does what its README says', async () => {
    await using mock = await startMock({ speed: 100 });
    const env = { ...process.env, GATEWAY: mock.baseUrl };
    const programs = blocksOf('java').map(nameOf);
    expect(programs).toEqual(['MakeImage', 'Together', 'Cost', 'Ask', 'Refused', 'Receive']);
    const printed = async (name: string) =>
      (await run('java', ['-cp', classPath, name], { cwd: folder, env })).stdout;
    const [image, together, cost, answer, refusal] = await Promise.all(programs.slice(0, 5).map(printed));
    expect(image).toMatch(/^100%\n0\.03\n$/m);
    expect(await sharp(join(folder, '0.png')).metadata()).toMatchObject({ width: 1280, height: 720 });
    expect(Number(together)).toBeGreaterThan(0.03);
    expect(cost).toBe('2048x2048: 0.09 USD\n');
    expect(answer).toMatch(/\w.*\d+\n$/);
    expect(refusal).toMatch(/^401 invalid_api_key \S+\n$/);
  });

  test('runs the samples of the site', async () => {
    await using mock = await startMock({ speed: 100 });
    const samples = await siteSamples('Java', mock);
    const sources = samples.map(({ text }, index) => {
      writeFileSync(
        join(folder, `Sample${index}.java`),
        text.replace('class Sample', `class Sample${index}`),
      );
      return `Sample${index}.java`;
    });
    const cases = samples.map(({ name }, index) => `        case "${name}" -> Sample${index}.main(names);\n`);
    const main = `public class Samples {
  public static void main(String[] names) throws Exception {
    for (String name : names) {
      System.out.println("== " + name);
      switch (name) {
${cases.join('')}        default -> throw new IllegalArgumentException(name);
      }
    }
  }
}
`;
    writeFileSync(join(folder, 'Samples.java'), main);
    await compile('Samples.java', ...sources);
    const path = [join(folder, 'compiled'), classPath].join(delimiter);
    const printed = await runSamples(samples, async (some) => {
      const names = some.map(({ name }) => name);
      return (await run('java', ['-cp', path, 'Samples', ...names], { cwd: folder })).stdout;
    });
    expect(Object.keys(printed)).toHaveLength(samples.length);
    expect(Object.values(printed)).not.toContain('');
  });

  test('receives callbacks as docs/callbacks.md says', async () => {
    const port = await freePort();
    writeFileSync(join(folder, 'Receive.java'), readReceiver('java').replace('8081', String(port)));
    await compile('Receive.java');
    const path = [join(folder, 'compiled'), classPath].join(delimiter);
    await expectReceiver(port, ['java', '-cp', path, 'Receive']);
  });

  test('notices a service that stops, and leaves one that hangs', async () => {
    await using service = await startBrokenService();
    await compile(join(HERE, 'Broken.java'));
    const path = [join(folder, 'compiled'), classPath].join(delimiter);
    const { stdout } = await run('java', ['-cp', path, 'Broken', service.url, `${service.links.length}`], {
      timeout: PATIENCE_MS,
    });
    const silence = 'failed: The service was silent for too long.';
    const called = `The connection to ${new URL(service.url).host}`;
    expect(stdout.trim().split('\n')).toEqual([
      `silent body: ${called} ${silence}`,
      expect.stringContaining(`broken body: ${called} failed: `),
      'chunk first',
      `silent stream: The connection ${silence}`,
      ...service.links
        .slice(0, -1)
        .map((link) => `bad link: The connection failed: "${link}" is not the address of a file.`),
      expect.stringMatching(/^bad link: The connection to \S+ failed: .*http:\/\/\[/),
      'null: GET /v1/user/balance answered 200 with a body that violates the contract: null',
      expect.stringContaining(`two lengths: ${called} failed: `),
      'nowhere: The connection to 127.0.0.1:9 failed: java.net.ConnectException',
    ]);
    expect(service.asked.toSorted()).toEqual([
      '/hangs',
      '/moved',
      '/moved',
      '/v1/balance',
      '/v1/balance',
      '/v1/chat/completions',
      '/v1/dashboard/billing/subscription',
      '/v1/dashboard/billing/subscription',
      '/v1/models',
      '/v1/models',
      '/v1/tasks/0',
      '/v1/tasks/1',
      '/v1/tasks/2',
      '/v1/tasks/3',
      '/v1/user/balance',
      '/when-it-hangs',
      '/when-it-was-left',
    ]);
  });

  test('has own models, with their parameters, and compiles with them', async () => {
    using own = await createOwnFolder();
    const out = join(folder, 'own');
    await generateSdk('java', out, '--models', join(own.cwd, 'models'));
    const types = join(out, SOURCES, 'dev/gatewright/types');
    expect(readFileSync(join(types, 'Paper10.java'), 'utf8')).toContain('implements ImageRequest');
    expect((await compile(...sourcesOf(out))).stdout).toBe('');
  });

  test('is documented without a warning', async () => {
    const options = [
      ...SHORT.map((one) => `-J${one}`),
      '-quiet',
      '-Xdoclint:all',
      '-Werror',
      '-cp',
      classPath,
      '-d',
      join(folder, 'docs'),
    ];
    expect((await run('javadoc', [...options, ...sourcesOf(sdk)])).stdout).toBe('');
  });

  test('has the parameters of each model as types', async () => {
    const file = join(HERE, 'Typed.java');
    const { stderr } = await compile(file).catch((error) => error);
    const found = [...String(stderr).matchAll(/Typed\.java:(\d+): error: (.*(?:\n(?!.*Typed\.java).*)*)/g)];
    const expected = expectedErrors(readFileSync(file, 'utf8'), /\/\/ error: (.+)$/);
    expect(found.map(([, line]) => Number(line))).toEqual(expected.map(({ line }) => line));
    for (const [index, { error }] of expected.entries()) expect(found[index]?.[2]).toContain(error);
  });

  test('is written without Java', async () => {
    vi.stubEnv('PATH', folder);
    const { code, err } = await callCommand('sdk', 'java', '--out', join(folder, 'other'));
    vi.unstubAllEnvs();
    expect([code, err]).toEqual([0, '']);
  });
});

function nameOf(source: string): string {
  return /public class (\w+)/.exec(source)?.[1] ?? '';
}

function sourcesOf(project: string): readonly string[] {
  return globSync(join(project, SOURCES, '**/*.java'));
}
