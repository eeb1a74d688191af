import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createSampleSuite } from './sample-suite.ts';

const run = promisify(execFile);
const POT = 'conformance/requirements/pot.yaml';
const LIST = 'conformance/frozen/1.0.0.txt';

const IRON = `
- id: GW-POT-003
  level: CHOICE
  section: "1"
  statement: A pot is made of cast iron.
`;

test('an id that was removed is reported', async () => {
  await using suite = await createSampleSuite();
  await suite.change(POT, IRON, '');
  expect(await suite.check()).toEqual([`${LIST}:4:1: GW-POT-003 was removed: ids never change, put it back`]);
});

test('an id that was removed from its list as well is reported', async () => {
  await using suite = await createSampleSuite();
  const git = (...command: readonly string[]): Promise<unknown> =>
    run('git', [
      '-C',
      suite.root,
      '-c',
      'user.name=test',
      '-c',
      'user.email=test@example.invalid',
      ...command,
    ]);
  await git('init', '--quiet');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'suite');
  expect(await suite.check()).toEqual([]);
  await suite.change(POT, IRON, '');
  await suite.change(LIST, 'GW-POT-003\n', '');
  expect(await suite.check()).toEqual([
    `${LIST}:1:1: GW-POT-003 was removed from this list, which may only grow`,
  ]);
});

test('a new id is added to the list of the contract version', async () => {
  await using suite = await createSampleSuite();
  await suite.write(POT, `${await suite.read(POT)}${IRON.replace('003', '004')}`);
  const message = `GW-POT-004 is not in ${LIST}: npm run check:conformance -- --write adds it`;
  expect(await suite.check()).toEqual([`${POT}:22:3: ${message}`]);
  expect(await suite.mend()).toEqual([LIST]);
  expect(await suite.read(LIST)).toBe('GW-CUP-001\nGW-POT-001\nGW-POT-002\nGW-POT-003\nGW-POT-004\n');
  expect(await suite.check()).toEqual([]);
});

test('a new contract version begins a list, and the earlier one still counts', async () => {
  await using suite = await createSampleSuite();
  await suite.change('openapi/openapi.yaml', '1.0.0', '1.1.0');
  expect(await suite.mend()).toEqual(['conformance/frozen/1.1.0.txt']);
  expect(await suite.check()).toEqual([]);
  await suite.change(POT, IRON, '');
  expect(await suite.check()).toEqual([
    `${LIST}:4:1: GW-POT-003 was removed: ids never change, put it back`,
    'conformance/frozen/1.1.0.txt:4:1: GW-POT-003 was removed: ids never change, put it back',
  ]);
});
