import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startMockServer } from '../../src/node/mock-server.ts';

test('the example of the control plane does what it says', async () => {
  const started = await startMockServer({ port: 0, host: '127.0.0.1' });
  if (started.kind === 'failed') throw new Error(started.message);
  const example = join(import.meta.dirname, '..', '..', 'examples', 'steer-the-mock.ts');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [example, started.baseUrl]);
    const statuses = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ').at(-1));
    expect(statuses).toEqual(['200', '200', '200', '200', '402']);
  } finally {
    await started.close();
  }
});
