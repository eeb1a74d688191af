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
