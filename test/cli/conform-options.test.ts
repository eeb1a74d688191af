import { expect, test } from 'vitest';
import { readConformOptions } from '../../src/cli/options/conform-options.ts';

test('options may be repeated, and lists have commas', () => {
  const args = ['http://127.0.0.1:8080/', '--only', 'TSK,IMG', '--only', 'vxq3', '--skip', 'TSK-001,'];
  const more = ['--level', 'should', '--report', 'badge=conform=1.json', '--report', 'html=report.html'];
  expect(readConformOptions([...args, ...more])).toMatchObject({
    kind: 'run',
    options: {
      baseUrl: 'http://127.0.0.1:8080',
      only: ['TSK', 'IMG', 'vxq3'],
      skip: ['TSK-001'],
      level: 'SHOULD',
      reports: [
        { kind: 'badge', file: 'conform=1.json' },
        { kind: 'html', file: 'report.html' },
      ],
    },
  });
});

test('at most 64 jobs', () => {
  const read = (jobs: string) => readConformOptions(['http://127.0.0.1:8080', '--jobs', jobs]);
  expect(read('64')).toMatchObject({ options: { jobs: 64 } });
  expect(() => read('65')).toThrow('--jobs');
  expect(() => read('0')).toThrow('--jobs');
});

test.each([
  [['--seed', 'a b'], '--seed must be letters, digits, - and _, at most 40; got a b.'],
  [['--seed', 'a'.repeat(41)], '--seed must be letters'],
  [['--key', ''], '--key must not be empty'],
  [['--target='], '--target must not be empty'],
  [['--known-failing='], '--known-failing must not be empty'],
  [['--models='], '--models must not be empty'],
  [['--spend-limit', 'much'], '--spend-limit must be US dollars, such as 2.50; got much.'],
  [['--spend-limit', '1.'], '--spend-limit must be US dollars'],
  [['--spend-limit', '0.1234567891'], '--spend-limit must be US dollars'],
  [['--report', 'junit='], '--report must name a file, such as junit=report.junit'],
  [['--report', 'junit'], '--report must name a file'],
  [['--callback-url', 'ftp://a.example'], '--callback-url "ftp://a.example" must be an http(s) URL'],
  [['--profile', 'mine'], '--profile must be one of core, reference; got mine.'],
  [['http://b.example'], 'Unexpected argument "http://b.example".'],
])('%j is refused', (args, why) => {
  expect(() => readConformOptions(['http://a.example', ...args])).toThrow(why);
});

test('what is not given has its default, and each flag its own meaning', () => {
  const optionsOf = (...args: readonly string[]) => {
    const read = readConformOptions(['http://a.example', ...args]);
    return read.kind === 'run' ? { ...read.options, models: read.models } : read;
  };
  const usual = optionsOf();
  expect(usual).toEqual({
    baseUrl: 'http://a.example',
    only: [],
    skip: [],
    reports: [],
    freeOnly: false,
    bail: false,
    isQuiet: false,
  });
  expect(optionsOf('--bail')).toEqual({ ...usual, bail: true });
  expect(optionsOf('--quiet')).toEqual({ ...usual, isQuiet: true });
  expect(optionsOf('--free-only')).toEqual({ ...usual, freeOnly: true });
  expect(optionsOf('--plan')).toEqual({ ...usual, instead: 'plan' });
  expect(optionsOf('--list', '--plan')).toEqual({ ...usual, instead: 'list' });
  expect(optionsOf('--spend-limit', '0')).toEqual({ ...usual, spendLimit: '0' });
  expect(optionsOf('--callback-url', 'https://b.example/#8090')).toMatchObject({
    callbackUrl: 'https://b.example/#8090',
  });
  expect(optionsOf('--seed', 'a_B-1', '--profile', 'reference', '--known-failing', 'k.yaml')).toEqual({
    ...usual,
    seed: 'a_B-1',
    profile: 'reference',
    knownFailing: 'k.yaml',
  });
  expect(optionsOf('--target', 't.yaml', '--key', 'sk-1', '--models', 'boats')).toEqual({
    ...usual,
    targetFile: 't.yaml',
    key: 'sk-1',
    models: 'boats',
  });
});
