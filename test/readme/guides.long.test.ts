import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { policies } from '../../generated/policies.ts';
import { startMock } from '../../src/node/programs/start-mock.ts';
import { readBlocks } from './markdown-blocks.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** Where the packages are in the project. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@gatewright/client/estimate': join(root, 'src/client/estimate/index.ts'),
  '@gatewright/client': join(root, 'src/client/index.ts'),
  'gatewright/mock': join(root, 'src/entries/mock.ts'),
};

/** What the commands and the program of a guide print; the mock is slower where something has to live for a while. */
const guides: Readonly<
  Record<string, { readonly sh?: RegExp; readonly ts?: RegExp; readonly speed?: number }>
> = {
  'first-call': {
    sh: /task_[0-9a-f]{32}\n.*"status":"success".*"violations":/s,
    ts: /^success 0\.\d+ .*\.png$/,
  },
  tasks: { ts: /success 100\nsuccess true\ntrue$/ },
  money: { sh: /"remain_balance":/, ts: /^(0\.\d+) \1 \{.*\}\ntrue\ntrue$/ },
  streaming: { speed: 20, sh: /data: \[DONE\]/, ts: /^true true\nleft$/ },
  caching: { speed: 20, sh: /^cache-control: .*max-age=\d+/i, ts: /^true$/ },
  retries: { speed: 20, sh: /^one task\n.*"code":502/s, ts: /^true$/ },
  testing: { ts: /^submitted\nsuccess\n402 insufficient_balance\nfailed\ntrue$/ },
};

async function read(guide: string, language: string): Promise<string> {
  const blocks = readBlocks(await readFile(join(root, `docs/${guide}.md`), 'utf8'));
  return blocks
    .filter((block) => block.language === language)
    .map(({ text }) => text)
    .join('\n');
}

function inProject(program: string): string {
  return Object.entries(PACKAGES).reduce(
    (text, [name, file]) => text.replaceAll(`'${name}'`, `'${file}'`),
    program,
  );
}

test.each(Object.entries(guides))('the commands and the program of docs/%s.md run', async (guide, prints) => {
  await using mock = await startMock({ speed: prints.speed ?? policies.mock.max_speed });
  const at = (text: string) => text.replaceAll('http://localhost:8080', mock.baseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-guide-'));
  try {
    const commands = `set -euo pipefail\n${at(await read(guide, 'sh'))}`;
    expect((await run('bash', ['-c', commands], { cwd: folder })).stdout).toMatch(prints.sh ?? /^$/);
    const file = join(folder, 'program.mts');
    await writeFile(file, at(inProject(await read(guide, 'ts'))));
    const { stdout } = await run(process.execPath, [file]);
    expect(stdout.trim()).toMatch(prints.ts ?? /^$/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the programs of the guides compile', async () => {
  // Below this checkout, where the types of Node are found.
  const folder = await mkdtemp(join(root, 'node_modules/.guides-'));
  try {
    const files = await Promise.all(
      Object.keys(guides).map(async (guide) => {
        const file = join(folder, `${guide}.mts`);
        await writeFile(file, await read(guide, 'ts'));
        return file;
      }),
    );
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
    const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
    const paths = Object.fromEntries(Object.entries(PACKAGES).map(([name, file]) => [name, [file]]));
    const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram(files, { ...options, paths }));
    const faults = diagnostics.map(
      ({ file, messageText }) => `${file?.fileName}: ${JSON.stringify(messageText)}`,
    );
    expect(faults).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('what guides say in words is what the contract says', async () => {
  const { idempotency } = policies;
  expect(await readFile(join(root, 'docs/retries.md'), 'utf8')).toContain('forgotten after a day');
  expect(idempotency.window_seconds).toBe(24 * 60 * 60);
});
