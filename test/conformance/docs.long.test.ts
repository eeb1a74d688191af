import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { startMockServer } from '../../src/node/mock-server.ts';
import { readBlocks } from '../readme/markdown-blocks.ts';

const PATIENCE = 240_000;
const bin = resolve(import.meta.dirname, '../../bin/gatewright.cjs');
const folder = mkdtempSync(join(tmpdir(), 'gatewright-docs-'));
afterAll(() => rmSync(folder, { recursive: true }));

test(
  'the ten lines of docs/conformance.md work as typed, here with a case instead of the suite',
  async () => {
    const mock = await startMockServer({ port: 0, host: '127.0.0.1' });
    if (mock.kind === 'failed') throw new Error(mock.message);
    const [block] = readBlocks(readFileSync('docs/conformance.md', 'utf8'));
    const lines = (block?.text ?? '').trim().split('\n');
    expect(lines).toHaveLength(10);
    const typed = lines
      .filter((line) => !line.startsWith('npm ci'))
      .map((line) => line.replace('http://127.0.0.1:8080', mock.baseUrl))
      .map((line) =>
        line.includes(' conform ') && !line.includes('--only')
          ? line.replace('#', '--only catalogue.list #')
          : line,
      );
    const script = [`npx() { shift; "${process.execPath}" "${bin}" "$@"; }`, ...typed].join('\n');
    const { stdout } = await promisify(execFile)('bash', ['-e', '-c', script], { cwd: folder });
    await mock.close();
    expect(stdout).toContain('1 case would run, all free.');
    expect(stdout.match(/^Passed: /gm)).toHaveLength(4);
    expect(stdout).toContain('GW-TSK-001  MUST');
    expect(existsSync(join(folder, 'out.html'))).toBe(true);
  },
  PATIENCE,
);
