import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Whether this process may mount file systems; where it may not, the tests of full disks are skipped. */
export const canMount = process.getuid?.() === 0 && tryMount();

/** A folder with its own file system, such as `size=1m`, removed when the test is over. */
export function mountDisk(options: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-disk-'));
  mount(folder, options);
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Fills a file system to its last byte; returns a function that frees the space. */
export function fillDisk(folder: string): () => void {
  const path = join(folder, 'filler');
  const file = openSync(path, 'w');
  try {
    for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2))
      writeWhileRoom(file, Buffer.alloc(size));
  } finally {
    closeSync(file);
  }
  return () => rmSync(path);
}

function writeWhileRoom(file: number, chunk: Uint8Array): void {
  try {
    for (;;) if (writeSync(file, chunk) < chunk.length) return;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

function mount(folder: string, options: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
}

function tryMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-mount-'));
  try {
    mount(folder, 'size=64k');
    execFileSync('umount', [folder]);
    return true;
  } catch {
    console.warn('This process may not mount: the tests of full and of read-only disks are SKIPPED.');
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
