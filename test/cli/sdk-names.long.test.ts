import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createOwnFolder } from '../own-models/own-folder.ts';
import { callCommand } from './call-command.ts';

const FORM =
  'cannot have a name in an SDK. Names begin with a letter and have letters, digits, "_", "-" and ".".';

test.each(['idempotency_key', 'group_ratio', 'first_reference'])(
  'refuses a model with the parameter %j for Python',
  async (name) => {
    using own = await createOwnFolder();
    const models = join(own.cwd, 'models');
    const file = addTexts(models, [name]);
    const called = await callCommand('sdk', 'python', '--out', join(own.cwd, 'named'), '--models', models);
    const err = `${file}: the methods of the SDK for Python have a parameter "${name}" of their own. Name the parameter of the model differently.\n`;
    expect(called).toEqual({ code: 2, out: '', err });
  },
);

test.each([
  ['a*/b', `the parameter "a*/b" ${FORM}`],
  ['参数', `the parameter "参数" ${FORM}`],
  ['outputFormat', 'the parameters "output_format" and "outputFormat" would have the same name in an SDK.'],
])('refuses a model with the parameter %j', async (name, line) => {
  using own = await createOwnFolder();
  const models = join(own.cwd, 'models');
  const file = addTexts(models, ['output_format', name]);
  const called = await callCommand('sdk', 'java', '--out', join(own.cwd, 'named'), '--models', models);
  expect(called).toEqual({ code: 2, out: '', err: `${file}: ${line}\n` });
  expect(existsSync(join(own.cwd, 'named'))).toBe(false);
});

test('refuses a model whose file has the name of a part of the client for Go', async () => {
  using own = await createOwnFolder();
  const models = join(own.cwd, 'models');
  renameSync(join(models, readdirSync(models)[0] ?? ''), join(models, 'Balance.json'));
  const called = await callCommand('sdk', 'go', '--out', join(own.cwd, 'balance'), '--models', models);
  const err = 'Balance.json: the client for Go has a Balance of its own. Name the file differently.\n';
  expect(called).toEqual({ code: 2, out: '', err });
});

/** Gives the model of a folder further parameters; returns its file. */
function addTexts(models: string, names: readonly string[]): string {
  const [file = ''] = readdirSync(models);
  const model = JSON.parse(readFileSync(join(models, file), 'utf8'));
  const added = names.map((name) => [name, { type: 'string', description: 'A text.' }]);
  const properties = { ...model.properties, ...Object.fromEntries(added) };
  writeFileSync(join(models, file), JSON.stringify({ ...model, properties }));
  return file;
}
