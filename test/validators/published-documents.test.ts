import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorkspace, type Workspace } from '../generators/workspace.ts';
import { PUBLISHED } from './validator.ts';

const root = join(import.meta.dirname, '../..');
const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js');

async function inWorkspace<Value>(work: (workspace: Workspace) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-validator-'));
  try {
    return await work(createWorkspace({ folder, cache: folder, tell: () => {} }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function lint({ run }: Workspace, files: readonly string[]): Promise<string> {
  const command = [process.execPath, cli, 'lint', '--extends', 'recommended-strict', ...files];
  return run(command, { env: { REDOCLY_TELEMETRY: 'off' } });
}

// The other validators are downloaded: npm run check:validators.
test('Redocly, without the rules of the project, finds nothing in any published document', async () => {
  const files = PUBLISHED.map(({ files: [json] }) => join(root, 'generated', json));
  await inWorkspace(async (workspace) => {
    await expect(lint(workspace, files)).resolves.toBeTypeOf('string');
  });
});

test('Redocly finds an operation without an answer', async () => {
  await inWorkspace(async (workspace) => {
    const paths = { '/a': { get: { operationId: 'a', summary: 'A', responses: {} } } };
    const document = { openapi: '3.1.1', info: { title: 'A', version: '1' }, paths };
    await writeFile(join(workspace.folder, 'broken.json'), JSON.stringify(document));
    await expect(lint(workspace, ['broken.json'])).rejects.toThrow('operation-2xx-response');
  });
});

test('every published document names a contact, as Spectral wants it', async () => {
  for (const { files } of PUBLISHED) {
    const document = JSON.parse(await readFile(join(root, 'generated', files[0]), 'utf8')) as object;
    expect(document, files[0]).toHaveProperty('info.contact.name');
  }
});

test('no published pattern needs what the regular expressions of Go and Rust lack', async () => {
  for (const file of PUBLISHED.map(({ files: [json] }) => json)) {
    const patterns: string[] = [];
    JSON.parse(await readFile(join(root, 'generated', file), 'utf8'), (name, value: unknown) => {
      if (name === 'pattern' && typeof value === 'string') patterns.push(value);
      return value;
    });
    expect(patterns.length, file).toBeGreaterThan(0);
    expect(
      patterns.filter((pattern) => /\(\?[=!<]|\\[1-9]/.test(pattern)),
      file,
    ).toEqual([]);
  }
});
