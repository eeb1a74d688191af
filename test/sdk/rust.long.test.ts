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

const HERE = join(import.meta.dirname, 'rust');
/** Nobody debugs here, or compiles twice. */
const SETTINGS = { CARGO_PROFILE_DEV_DEBUG: '0', CARGO_INCREMENTAL: '0', RUSTDOCFLAGS: '-D warnings' };

describe.skipIf(isSkipped('rust', 'cargo'))('the SDK for Rust', () => {
  let folder: string;
  let sdk: string;
  let played: Played;

  // As its user gets it: written by the command, used from another crate. All compile into one folder, so that crates are compiled once.
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatewright-sdk-rust-'));
    sdk = join(folder, 'sdk');
    await generateTested('rust', sdk);
    copyFileSync(join(HERE, 'Cargo.toml'), join(folder, 'Cargo.toml'));
    mkdirSync(join(folder, 'src/bin'), { recursive: true });
    for (const name of ['scenario.rs', 'robust.rs'])
      copyFileSync(join(HERE, name), join(folder, 'src/bin', name));
    await cargo('build');
    played = await playScenario('rust', [join(folder, 'target/debug/scenario')], folder);
  }, SDK_MS);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function cargo(command: string, ...args: readonly string[]): Promise<{ readonly stdout: string }> {
    return promisify(execFile)('cargo', [command, '--quiet', ...args], {
      cwd: folder,
      env: { ...process.env, ...SETTINGS, CARGO_TARGET_DIR: join(folder, 'target') },
      maxBuffer: 20_000_000,
    });
  }

  test('has no step that fails', () => expect(played.faults).toEqual({}));

  test('reads answers of something else than a gateway', () => expectBrokenAnswers(played));

  test.each(Object.entries(features))('%s', (_, check) => check(played));

  test('says which model has no estimate', () => expect(played.steps.unestimated).toBe(UNESTIMATED));

  test('is robust', () => promisify(execFile)(join(folder, 'target/debug/robust')));

  test('does what its README says', { timeout: SDK_MS }, async () => {
    await using mock = await startMock({ speed: 100 });
    const readme = readFileSync(join(sdk, 'README.md'), 'utf8');
    const programs = readBlocks(readme).filter(({ language }) => language === 'rust');
    expect(programs).toHaveLength(5);
    const names = programs.map((_, index) => `readme${index}`);
    for (const [index, { text }] of programs.entries())
      writeFileSync(
        join(folder, `src/bin/readme${index}.rs`),
        text.replaceAll('http://localhost:8080', mock.baseUrl),
      );
    await cargo('build');
    for (const name of names) await promisify(execFile)(join(folder, 'target/debug', name), { cwd: folder });
    expect(await sharp(join(folder, '0.png')).metadata()).toMatchObject({ width: 1280, height: 720 });
  });

  test('receives callbacks as docs/callbacks.md says', { timeout: SDK_MS }, async () => {
    const receiver = readReceiver('rust').replace('fn main() {', '#[allow(dead_code)]\nfn example() {');
    const server = readFileSync(join(HERE, 'serve_receiver.rs'), 'utf8');
    writeFileSync(join(folder, 'src/bin/receiver.rs'), `${receiver}\n${server}`);
    await cargo('build', '--bin', 'receiver');
    const port = await freePort();
    await expectReceiver(port, [join(folder, 'target/debug/receiver'), String(port)]);
  });

  test('runs the samples of the site', { timeout: SDK_MS }, async () => {
    await using mock = await startMock({ speed: 100 });
    const samples = await siteSamples('Rust', mock);
    // As one program, since each takes a second to link.
    const modules = samples.map(
      ({ text }, index) =>
        `mod sample${index} {\n${text.replace('#[tokio::main]\nasync fn', 'pub async fn')}}\n`,
    );
    const cases = samples.map(
      ({ name }, index) => `            "${name}" => sample${index}::main().await?,\n`,
    );
    const main = `#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    for name in std::env::args().skip(1) {
        println!("== {name}");
        match name.as_str() {
${cases.join('')}            _ => panic!(),
        }
    }
    Ok(())
}
`;
    writeFileSync(join(folder, 'src/bin/samples.rs'), [...modules, main].join('\n'));
    await promisify(execFile)('rustfmt', ['--edition', '2024', 'src/bin/samples.rs'], { cwd: folder });
    await cargo('build', '--bin', 'samples');
    const program = join(folder, 'target/debug/samples');
    const printed = await runSamples(samples, async (some) => {
      const names = some.map(({ name }) => name);
      return (await promisify(execFile)(program, names, { cwd: folder })).stdout;
    });
    expect(Object.keys(printed)).toHaveLength(samples.length);
    expect(Object.values(printed)).not.toContain('');
  });

  test('is clean for rustfmt, clippy and rustdoc', { timeout: SDK_MS }, async () => {
    await cargo('fmt', '--all', '--check');
    const strict = ['-D', 'warnings', '-D', 'clippy::return_self_not_must_use'];
    await cargo('clippy', '--workspace', '--all-targets', '--', ...strict);
    await cargo('doc', '--workspace', '--no-deps');
  });

  test('has own models, with their parameters', { timeout: SDK_MS }, async () => {
    using own = await createOwnFolder();
    const out = join(folder, 'own');
    await generateSdk('rust', out, '--models', join(own.cwd, 'models'));
    expect(readFileSync(join(out, 'src/types.rs'), 'utf8')).toContain('pub struct Paper10 {');
    expect(readFileSync(join(out, 'src/requests.rs'), 'utf8')).toContain('impl ImageRequest for Paper10 {}');
    const manifest = ['--manifest-path', join(out, 'Cargo.toml')];
    await cargo('clippy', ...manifest, '--all-targets', '--', '-D', 'warnings');
  });

  test('has the parameters of each model as types', { timeout: SDK_MS }, async () => {
    const source = readFileSync(join(HERE, 'typed.rs'), 'utf8');
    writeFileSync(join(folder, 'src/bin/typed.rs'), source);
    const built = cargo('build', '--bin', 'typed', '--message-format', 'short');
    const { stderr } = await built.then(() => ({ stderr: '' })).catch((error) => error);
    const found = [...String(stderr).matchAll(/typed\.rs:(\d+):\d+: error\S*: (.*)$/gm)];
    const expected = expectedErrors(source, /\/\/ error: (.+)$/);
    const lines = [...new Set(found.map(([, line]) => Number(line)))].sort((a, b) => a - b);
    expect(lines).toEqual(expected.map(({ line }) => line));
    for (const { line, error } of expected)
      expect(found.find(([, at]) => Number(at) === line)?.[2]).toContain(error);
  });

  test('says which program is missing', async () => {
    vi.stubEnv('PATH', folder);
    const { code, err } = await callCommand('sdk', 'rust', '--out', join(folder, 'other'));
    vi.unstubAllEnvs();
    expect([code, err]).toEqual([2, 'rustfmt is not installed, or not on the PATH.\n']);
    expect(readdirSync(folder)).not.toContain('other');
  });
});
