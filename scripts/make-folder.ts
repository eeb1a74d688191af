import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents, unless they are there. The recursive `mkdir` of Node never returns where a parent
 * exists and cannot contain folders, such as `/proc`.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    const parent = dirname(folder);
    if (code !== 'ENOENT' || parent === folder) throw error;
    await makeFolder(parent);
    await mkdir(folder);
  }
}
