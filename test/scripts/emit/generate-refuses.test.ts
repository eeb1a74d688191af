import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const project = resolve(import.meta.dirname, '../../..');
let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatewright-refuses-'));
  for (const part of ['openapi', 'schemas', 'scripts', 'redocly.yaml'])
    await cp(join(project, part), join(root, part), { recursive: true });
  await symlink(join(project, 'node_modules'), join(root, 'node_modules'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const FILE = 'schemas/models/Vxq3.json';

const refusals: readonly (readonly [string, { changes: readonly Change[]; want: string }])[] = [
  [
    'a mistake that our rules find',
    {
      changes: [{ file: FILE, from: '"x-prices"', to: '"x-price"' }],
      want: `${FILE}:34:3: x-price: did you mean "x-prices"?\n1 problem in the contract: nothing was written.\n`,
    },
  ],
  [
    'a mistake that only redocly lint finds, in the file of the model',
    {
      changes: [{ file: FILE, from: '"maximum": 16,', to: '"maximum": 16, "examples": ["long"],' }],
      want: `${FILE}:24:80: Example value must conform to the schema: type must be integer. (no-invalid-schema-examples)\n1 problem in the contract: nothing was written.\n`,
    },
  ],
  [
    'files that do not parse, all of them',
    {
      changes: [
        { file: FILE, from: '"owned_by": "vx",', to: '"owned_by": "vx"' },
        { file: 'openapi/errors.yaml', from: 'status: 503', to: 'status: [503' },
      ],
      want: `${FILE}:8:5: a comma or "}" is missing before "created"\n`,
    },
  ],
];

test.each(refusals)('refuses %s and writes nothing', async (_name, { changes, want }) => {
  for (const { file, from, to } of changes) {
    const text = await readFile(join(root, file), 'utf8');
    expect(text).toContain(from);
    await writeFile(join(root, file), text.replace(from, to));
  }
  const { code, errors } = await runGenerate();
  expect(code).toBe(1);
  expect(errors).toContain(want);
  for (const { file } of changes) expect(errors).toContain(`${file}:`);
  expect(existsSync(join(root, 'generated'))).toBe(false);
});

function runGenerate(): Promise<{ readonly code: number; readonly errors: string }> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(root, 'scripts/generate.ts')],
      { cwd: root },
      (error, _output, errors) => {
        done({ code: error === null ? 0 : Number(error.code), errors });
      },
    );
  });
}
