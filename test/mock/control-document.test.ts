import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { at, listAt } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { controlDocument } from './expect-control-declared.ts';
import { openMock } from './open-mock.ts';

const root = join(import.meta.dirname, '..', '..');

test('has no problems', async () => {
  const program = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
  const command = [program, 'lint', 'openapi/mock/openapi.yaml', '--config', 'redocly.yaml'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  await expect(promisify(execFile)(process.execPath, command, { cwd: root, env })).resolves.toBeDefined();
});

test('names every operation of the contract, and the download of a file', () => {
  const names = listAt(controlDocument, 'components', 'schemas', 'ScenarioOperation', 'enum');
  expect(new Set(names)).toEqual(new Set([...Object.keys(operations), 'getFile']));
});

test.each(Object.entries(controlDocument.paths))(
  '%s is served with the methods it has',
  async (template, item) => {
    const [shell] = shells;
    if (!shell) throw new Error('There is a shell.');
    await using mock = await openMock(shell);
    const path = template.replace('{key}', 'sk-mock').replace('{task_id}', 'task_1');
    const answer = await mock.ask('PATCH', path);
    expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([405, 'method_not_allowed']);
    const methods = Object.keys(item).filter((name) => name !== 'parameters');
    expect(answer.headers.get('allow')).toBe(
      methods
        .map((name) => name.toUpperCase())
        .sort()
        .join(', '),
    );
  },
);
