import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ContractError } from '../../../scripts/contract/problem.ts';
import { generate } from '../../../scripts/generate.ts';
import { copyContract } from '../copy-contract.ts';

const program = resolve(import.meta.dirname, '../../../scripts/generate.ts');
let root = '';

beforeEach(async () => {
  root = await copyContract(await mkdtemp(join(tmpdir(), 'gatewright-refuses-')));
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
    'a mistake that only redocly lint finds, in the file of the model',
    {
      changes: [{ file: FILE, from: '"maximum": 16,', to: '"maximum": 16, "examples": ["long"],' }],
      want: `${FILE}:24:80: Example value must conform to the schema: type must be integer. (no-invalid-schema-examples)`,
    },
  ],
  [
    'files that do not parse, all of them',
    {
      changes: [
        { file: FILE, from: '"owned_by": "vx",', to: '"owned_by": "vx"' },
        { file: 'openapi/errors.yaml', from: 'status: 503', to: 'status: [503' },
      ],
      want: `${FILE}:8:5: a comma or "}" is missing before "created"`,
    },
  ],
];

async function change({ changes }: { readonly changes: readonly Change[] }): Promise<void> {
  for (const { file, from, to } of changes) {
    const text = await readFile(join(root, file), 'utf8');
    expect(text).toContain(from);
    await writeFile(join(root, file), text.replace(from, to));
  }
}

test.each(refusals)('refuses %s and writes nothing', async (_name, { changes, want }) => {
  await change({ changes });
  const out = join(root, 'generated');
  const error: unknown = await generate({ root, out }).catch((reason: unknown) => reason);
  if (!(error instanceof ContractError)) throw new Error(`It generated, or failed otherwise: ${error}`);
  expect(error.message.split('\n')).toContain(want);
  expect(error.problems).toHaveLength(changes.length);
  for (const { file } of changes) expect(error.message).toContain(`${file}:`);
  expect(existsSync(out)).toBe(false);
});

test('the command prints each problem and their number, and exits with 1', async () => {
  await change({ changes: [{ file: FILE, from: '"x-prices"', to: '"x-price"' }] });
  const { code, errors } = await runGenerate();
  expect(code).toBe(1);
  expect(errors).toContain(
    `${FILE}:34:3: unknown keyword "x-price"; did you mean "x-prices"?\n1 problem in the contract: nothing was written.\n`,
  );
  expect(existsSync(join(root, 'generated'))).toBe(false);
});

function runGenerate(): Promise<{ readonly code: number; readonly errors: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [program, '--root', root], (error, _output, errors) => {
      done({ code: error === null ? 0 : Number(error.code), errors });
    });
  });
}
