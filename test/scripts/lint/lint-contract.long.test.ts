import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runRedocly } from '../../../scripts/contract/documents/run-redocly.ts';
import { toProblems } from '../../../scripts/contract/lint/redocly-lint.ts';
import { dataSteps } from '../../../scripts/contract/lint/rules.ts';
import { lintContract } from '../../../scripts/lint-contract.ts';
import { readSmallModels } from '../add-model/project-with-models.ts';
import { applyRules, breakFile, ROOT, readBroken } from './broken-contract.ts';

test('the fixture has no problems', async () => {
  const rules = dataSteps.map(({ rule }) => rule);
  expect(applyRules(await readBroken([]), rules)).toEqual([]);
});

test('the command reports every problem and fails', async () => {
  const root = await copyContract();
  try {
    await breakFile(root, {
      file: 'schemas/models/Vxq3.json',
      from: '["Image to Video"]',
      to: '["Text to Image"]',
    });
    await breakFile(root, {
      file: 'openapi/components/schemas/KnownVideoRequest.yaml',
      from: 'title: KnownVideoRequest',
      to: 'title: KnownVideo',
    });
    const { code, lines } = await runLint(root);
    expect(code).toBe(1);
    expect(lines).toContain(
      'openapi/components/schemas/KnownVideoRequest.yaml:1:1: Schema title must be "KnownVideoRequest", like its file and component, not "KnownVideo". (gatewright/schema-file-title)',
    );
    expect(lines).toContain(
      'schemas/models/Vxq3.json:9:25: The tag "Text to Image" does not belong to category "video", which has Text to Video, Image to Video, Video to Video.',
    );
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

test('a mistake in a model file is reported once, and not again for the documents that include it', async () => {
  const root = await copyContract();
  const { Paper10: example = '' } = await readSmallModels();
  const mistakes = [
    ['"maxLength": 2000', '"maxLength": "2000"'],
    ['"enum": ["1K", "2K"]', '"enum": []'],
    ['"minLength": 1,', '"pattern": "(", "x-message": "must be open",'],
    [
      '{ "type": "string", "default": "1:1", "description": "Aspect ratio." }',
      '{ "$ref": "../common/None.json" }',
    ],
    [
      '{ "type": "string", "default": "1:1", "description": "Aspect ratio." }',
      '{ "$ref": "#/properties/none" }',
    ],
    ['"type": "string", "minLength"', '"type": "strnig", "minLength"'],
    ['"owned_by"', '"spellings": ["ID", "vxq3"], "owned_by"'],
  ] as const;
  try {
    for (const [index, [from, to]] of mistakes.entries()) {
      const id = `paper-${index}`;
      const text = example.replace(from, to).replaceAll('paper-1.0', id).replace('"ID"', `"${id}"`);
      await writeFile(join(root, `schemas/models/Paper${index}.json`), text);
    }
    const problems = await lintContract(root);
    expect(problems.map(({ file }) => file).toSorted()).toEqual(
      mistakes.map((_mistake, index) => `schemas/models/Paper${index}.json`),
    );
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

test('a model file that is not JSON is a problem with its line', async () => {
  const root = await copyContract();
  try {
    await breakFile(root, {
      file: 'schemas/models/Vxq3.json',
      from: '"owned_by": "vx",',
      to: '"owned_by": "vx"',
    });
    const problems = await lintContract(root);
    expect(problems).toEqual([
      {
        file: 'schemas/models/Vxq3.json',
        line: 8,
        column: 5,
        message: 'a comma or "}" is missing before "created"',
      },
    ]);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

test('a run of Redocly that is of no use any more ends with a failure', async () => {
  const run = await runRedocly(ROOT, ['lint', 'openapi/openapi.yaml'], { signal: AbortSignal.abort() });
  expect(run).toEqual({ code: 1, output: '', report: '' });
});

test('a report of Redocly becomes problems with their rule', () => {
  const report = {
    problems: [
      {
        ruleId: 'struct',
        message: 'Property `x` is not expected here.',
        location: [
          { source: { ref: 'openapi/openapi.yaml' }, pointer: '#/info/x', start: { line: 7, col: 3 } },
        ],
      },
    ],
  };
  expect(toProblems(report)).toEqual([
    {
      file: 'openapi/openapi.yaml',
      line: 7,
      column: 3,
      message: 'Property `x` is not expected here. (struct)',
      pointer: '/info/x',
    },
  ]);
});

async function copyContract(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'gatewright-lint-'));
  for (const part of ['openapi', 'schemas', 'scripts', 'redocly.yaml']) {
    await cp(join(ROOT, part), join(root, part), { recursive: true });
  }
  return root;
}

function runLint(root: string): Promise<{ code: number; lines: readonly string[] }> {
  const program = join(ROOT, 'scripts/lint-contract.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [program, '--root', root], (error, stdout) => {
      const code = error === null ? 0 : Number(error.code);
      resolve({ code, lines: stdout.trim().split('\n') });
    });
  });
}
