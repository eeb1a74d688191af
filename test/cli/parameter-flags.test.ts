import { expect, test } from 'vitest';
import { toFields } from '../../src/cli/calls/parameter-flags.ts';
import { readParameters } from '../../src/cli/calls/parameters.ts';
import { readTaskArguments } from '../../src/cli/calls/tasks/task-arguments.ts';

test('fields with the names of flags of the command have longer flags, and --set names them, too', () => {
  const properties = { prompt: { type: 'string' }, out: { type: 'string' }, yes: { type: 'boolean' } };
  const parameters = readParameters({ properties });
  expect(parameters.map(({ flag }) => flag)).toEqual(['prompt', 'field-out', 'field-yes']);
  const line = [
    '--model',
    'x',
    '--prompt',
    'p',
    '--yes',
    '--out',
    'a.png',
    '--field-out',
    'wide',
    '--set',
    'yes=true',
  ];
  const contract = { name: 'x', model: undefined, added: undefined, parameters };
  const { flags, out, isAgreed } = readTaskArguments(line, contract);
  expect({ out, isAgreed }).toEqual({ out: 'a.png', isAgreed: true });
  expect(toFields(flags, parameters)).toEqual({ prompt: 'p', out: 'wide', yes: true });
});
