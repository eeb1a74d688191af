import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Bytes after gzip that a page loads when it imports something from an entry of the client. */
async function loadedBytes(statement: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: statement, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array()).length;
}

test('the whole client is under 12 kB, and what is not imported is not loaded', async () => {
  const whole = await loadedBytes("export * from './src/client/index.ts'");
  const verify = await loadedBytes("export { verifyCallback } from './src/client/index.ts'");
  expect(whole).toBeLessThan(12_000);
  expect(verify).toBeLessThan(whole / 2);
});
