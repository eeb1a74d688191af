import { rmSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ground, Scenario } from '../scenario.ts';

const FULL_MS = 4000;
const CHUNK = Buffer.alloc(1024 * 1024);

/** A file system without a free block for some seconds. */
export const diskFaults: readonly Scenario[] = (['SQLite', 'PostgreSQL'] as const).map((database) => ({
  name: 'the disk full for 4 s',
  database,
  processes: database === 'SQLite' ? 1 : 2,
  onSmallDisk: true,
  times: { long: 2, short: 1 },
  async strike({ ground }) {
    const filler = join(diskOf(ground), 'filler');
    await fill(filler);
    await pause(FULL_MS);
    rmSync(filler);
  },
}));

function diskOf({ disk }: Ground): string {
  if (disk === undefined) throw new Error('This scenario needs a disk of its own.');
  return disk;
}

/** Writes until there is no space, in smaller and smaller pieces. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let size = CHUNK.length; size >= 512; size /= 2) await writeWhileRoom(file, CHUNK.subarray(0, size));
  } finally {
    await file.close();
  }
  const { bavail } = await statfs(path);
  if (bavail > 8) throw new Error(`${path}: ${bavail} blocks are still free.`);
}

async function writeWhileRoom(file: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  for (;;) {
    try {
      await file.write(chunk);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return;
      throw error;
    }
  }
}
