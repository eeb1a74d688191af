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
