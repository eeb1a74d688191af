import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
const HERE = join(import.meta.dirname, 'go');

describe.skipIf(isSkipped('go', 'go'))('the SDK for Go', () => {
  let folder: string;
  let sdk: string;
  let played: Played;

  // As its user gets it: written by the command, used from another module.
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatewright-sdk-go-'));
    sdk = join(folder, 'sdk');
    await generateTested('go', sdk);
    writeFileSync(join(folder, 'go.mod'), 'module example.com/program\n\ngo 1.23\n');
    const replacement = '-replace=example.com/gatewright=./sdk';
    await run('go', ['mod', 'edit', '-require=example.com/gatewright@v0.0.0', replacement], { cwd: folder });
    copyFileSync(join(HERE, 'export.go'), join(sdk, 'export.go'));
    mkdirSync(join(folder, 'scenario'));
    copyFileSync(join(HERE, 'robust.go'), join(folder, 'scenario/robust.go'));
    const scenario = await build('scenario', readFileSync(join(HERE, 'scenario.go'), 'utf8'));
    rmSync(join(sdk, 'export.go'));
    played = await playScenario('go', [scenario], folder);
  }, SDK_MS);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Builds a program that uses the SDK, and returns its path. */
  async function build(name: string, text: string): Promise<string> {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'main.go'), text);
    const program = join(folder, name, 'program');
    await run('go', ['build', '-o', program, `./${name}`], { cwd: folder });
    return program;
  }

  test('has no step that fails', () => expect(played.faults).toEqual({}));

  test('refuses odd values of estimates', () =>
    expect(played.steps['odd estimates']).toEqual(['refused', 'refused', 'refused', 'refused', 'estimated']));

  test('reads answers of something else than a gateway', () => expectBrokenAnswers(played));

  test('says that an answer was left', () =>
    expect(played.steps['left early']).toBe('the answer was abandoned before it was complete'));

  test('takes nil without a panic', () =>
    expect(played.steps.nil).toEqual([
      'the request is nil',
      'the request is nil',
      'success',
      true,
      '"::bad" is not the address of a gateway',
    ]));

  test('says why a call cannot be made', () =>
    expect(played.steps.misused).toEqual({
      errors: [
        'the context is nil',
        'the context is nil',
        'the idempotency key has a character that no header can carry, such as a line break or one beyond ASCII',
        ...Array.from({ length: 3 }, () => 'there is no client: NewClient makes one'),
        'GE T /v1/models cannot be sent: net/http: invalid method "GE T"',
        'GET /v1/%zz cannot be sent: invalid URL escape "%zz"',
        ...Array.from({ length: 2 }, () => 'there is no client: NewClient makes one'),
        ...Array.from(
          { length: 2 },
          () =>
            'the API key has a character that no header can carry, such as a line break or one beyond ASCII',
        ),
        '"ftp://a" is not the address of a gateway',
      ],
      zero: [true, false],
      nil: true,
    }));

  test('bears odd answers, and a reader that is slow itself', () =>
    expect(played.steps.odd).toEqual({
      keys: true,
      files: {
        'image.png': '/a/image.png',
        'image-2.png': '/b/image.png',
        file: '/c/',
        'file-2': '/', // a dot segment, which the service resolves
        'file-3': '/',
      },
      failure: ['500', 'broke'],
      slow: 3,
      waits: [10, null, null, null, 0],
      any: null,
    }));

  test.each(Object.entries(features))('%s', (_, check) => check(played));

  test('says which model has no estimate', () => expect(played.steps.unestimated).toBe(UNESTIMATED));

  test('does what its README says', async () => {
    await using mock = await startMock({ speed: 100 });
    const readme = readFileSync(join(sdk, 'README.md'), 'utf8');
    const programs = readBlocks(readme).filter(({ language }) => language === 'go');
    expect(programs).toHaveLength(5);
    for (const [index, { text }] of programs.slice(0, 3).entries()) {
      const program = await build(`readme${index}`, text.replaceAll('http://localhost:8080', mock.baseUrl));
      await run(program, { cwd: folder });
    }
    expect(await sharp(join(folder, '0.png')).metadata()).toMatchObject({ width: 1280, height: 720 });
  });

  test('receives callbacks as docs/callbacks.md says', async () => {
    const port = await freePort();
    const receiver = await build('receiver', readReceiver('go').replace('8081', String(port)));
    await expectReceiver(port, [receiver]);
  });

  test('runs the samples of the site', async () => {
    await using mock = await startMock({ speed: 100 });
    const samples = await siteSamples('Go', mock);
    const place = (name: string) => join(folder, 'samples', name);
    for (const { name, text } of samples) {
      mkdirSync(place(name), { recursive: true });
      writeFileSync(join(place(name), 'sample.go'), text);
    }
    expect((await run('gofmt', ['-l', place('')])).stdout).toBe('');
    // As one program, since each takes a second to link.
    for (const [index, { name, text }] of samples.entries())
      writeFileSync(
        join(place(name), 'sample.go'),
        text.replace('package main', `package sample${index}`).replace('func main()', 'func Main()'),
      );
    const imports = samples.map(
      ({ name }, index) => `\tsample${index} "example.com/program/samples/${name}"`,
    );
    const cases = samples.map(({ name }, index) => `\t\tcase "${name}":\n\t\t\tsample${index}.Main()`);
    const program = await build(
      'all-samples',
      `package main

import (
	"fmt"
	"os"

${imports.join('\n')}
)

func main() {
	for _, name := range os.Args[1:] {
		fmt.Println("== " + name)
		switch name {
${cases.join('\n')}
		}
	}
}
`,
    );
    const printed = await runSamples(samples, async (some) => {
      const names = some.map(({ name }) => name);
      return (await run(program, names, { cwd: folder })).stdout;
    });
    expect(Object.keys(printed)).toHaveLength(samples.length);
    expect(Object.values(printed)).not.toContain('');
  });

  test('has own models, with their parameters', async () => {
    using own = await createOwnFolder();
    const out = join(folder, 'own');
    await generateSdk('go', out, '--models', join(own.cwd, 'models'));
    expect(readFileSync(join(out, 'types.go'), 'utf8')).toContain('type Paper10 struct');
    expect(readFileSync(join(out, 'requests.go'), 'utf8')).toContain('func (r Paper10) imageRequest() any');
    await run('go', ['vet', './...'], { cwd: out });
  });

  test('is clean for go vet and gofmt', async () => {
    await run('go', ['vet', './...'], { cwd: sdk });
    expect((await run('gofmt', ['-l', sdk, HERE])).stdout).toBe('');
  });

  test('has the parameters of each model as types', async () => {
    const source = readFileSync(join(HERE, 'typed.go'), 'utf8');
    const { stderr } = await build('typed', source).catch((error) => error);
    const found = [...String(stderr).matchAll(/main\.go:(\d+):\d+: (.*)$/gm)];
    const expected = expectedErrors(source, /\/\/ error: (.+)$/);
    expect(found.map(([, line]) => Number(line))).toEqual(expected.map(({ line }) => line));
    for (const [index, { error }] of expected.entries()) expect(found[index]?.[2]).toContain(error);
  });

  test('says which program is missing', async () => {
    vi.stubEnv('PATH', folder);
    const { code, err } = await callCommand('sdk', 'go', '--out', join(folder, 'other'));
    vi.unstubAllEnvs();
    expect([code, err]).toEqual([2, 'go is not installed, or not on the PATH.\n']);
    expect(readdirSync(folder)).not.toContain('other');
  });
});
