import { expect, test } from 'vitest';
import { answerCommand, runForData, temporaryFolder } from './service.ts';

test('defines a group and changes its ratio and its models, each on its own', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const set = (...options: readonly string[]) => runForData(place, 'groups', 'set', 'partners', ...options);
  expect(await set('--ratio', '0.8')).toEqual({ group: 'partners', ratio: '0.8', models: null });
  expect(await set('--models', 'vxq3, sx-5-0-pro')).toEqual({
    group: 'partners',
    ratio: '0.8',
    models: ['vxq3', 'sx-5-0-pro'],
  });
  expect(await set('--ratio', '0.6')).toEqual({
    group: 'partners',
    ratio: '0.6',
    models: ['vxq3', 'sx-5-0-pro'],
  });
  expect(await set('--ratio', '0.5', '--models', 'all')).toEqual({
    group: 'partners',
    ratio: '0.5',
    models: null,
  });
  expect(await runForData(place, 'groups', 'set', 'trial')).toEqual({
    group: 'trial',
    ratio: '1',
    models: null,
  });
  const listed = await answerCommand(place, 'groups', 'list');
  expect(listed.out).toMatch(/^GROUP +RATIO +MODELS\npartners +0\.5 +all\ntrial +1 +all\n$/);
});

test('a key of a defined group has its ratio, and cannot have one of its own', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  await runForData(place, 'groups', 'set', 'partners', '--ratio', '0.8');
  const create = ['keys', 'create', '--group', 'partners'] as const;
  expect(await runForData(place, ...create)).toMatchObject({ group: 'partners', group_ratio: '0.8' });
  expect(await answerCommand(place, ...create, '--group-ratio', '0.5')).toEqual({
    code: 2,
    out: '',
    err: '--group-ratio must be left out: the group partners is defined, with the ratio 0.8; got 0.5.\n',
  });
  await runForData(place, 'groups', 'set', 'partners', '--ratio', '0.7');
  expect(await runForData(place, 'keys', 'list')).toMatchObject([{ group: 'partners', group_ratio: '0.7' }]);
});

test.each([
  [
    'set',
    ['no spaces'],
    'The name must have 1 to 100 letters, digits and . _ : @ -, and start with a letter or digit; got no spaces.\n',
  ],
  ...['0', '1000000', '0.0000001', '00.8'].map(
    (ratio) =>
      [
        'set',
        ['a', '--ratio', ratio],
        `--ratio must be a decimal above 0 and below 1000000, with at most six decimal places, such as 0.8; got ${ratio}.\n`,
      ] as const,
  ),
  ['set', ['a', '--models', ','], '--models must name at least one model, or be all; got ,.\n'],
] as const)('%s refuses %j', async (action, words, err) => {
  using temporary = temporaryFolder();
  expect(await answerCommand(temporary.place, 'groups', action, ...words)).toEqual({ code: 2, out: '', err });
});

test('a misspelled model of a group is accepted with a warning', async () => {
  using temporary = temporaryFolder();
  const words = ['set', 'partners', '--models', 'sx-5-0-prp'] as const;
  expect(await answerCommand(temporary.place, 'groups', ...words)).toMatchObject({
    code: 0,
    err: 'Warning: the catalogue has no model "sx-5-0-prp". Did you mean sx-5-0-pro?\n',
  });
});

test('a key of a group that is not defined is created with a warning, unless it has a ratio of its own', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const errorOf = async (...options: readonly string[]) =>
    (await answerCommand(place, 'keys', 'create', ...options)).err;
  expect(await errorOf('--group', 'partners')).toBe(
    'Warning: the group "partners" is not defined, so the key has the price ratio 1. Define it with: gatewright groups set partners\n',
  );
  await runForData(place, 'groups', 'set', 'partners', '--ratio', '0.8');
  expect(await errorOf('--group', 'partner', '--models', 'sx-5-0-prp')).toBe(
    'Warning: the group "partner" is not defined, so the key has the price ratio 1. Did you mean partners?\n' +
      'Warning: the catalogue has no model "sx-5-0-prp". Did you mean sx-5-0-pro?\n',
  );
  expect(await errorOf('--group', 'partners')).toBe('');
  expect(await errorOf('--group', 'vip', '--group-ratio', '0.9')).toBe('');
  expect(await errorOf('--group', 'default')).toBe('');
});

test('without a group, the list says how to define one', async () => {
  using temporary = temporaryFolder();
  await runForData(temporary.place, 'keys', 'create');
  expect((await answerCommand(temporary.place, 'groups', 'list')).out).toBe(
    'There are no groups. Define one with: gatewright groups set NAME\n',
  );
});
