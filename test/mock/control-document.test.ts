import { expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { at, listAt } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { controlDocument } from './expect-control-declared.ts';
import { openMock } from './open-mock.ts';

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
