import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { project } from './targets.ts';

/** A generated file and its size. */
export interface GeneratedSize {
  readonly path: string;
  readonly bytes: number;
}

/** How long generation takes, and its output. */
export interface Generation {
  readonly milliseconds: readonly number[];
  /** Largest first. */
  readonly files: readonly GeneratedSize[];
}

const execute = promisify(execFile);

/** Generates everything into new folders, each time in a new process as `npm run generate` does; removes them. */
export async function measureGeneration(times: number): Promise<Generation> {
  const milliseconds: number[] = [];
  let files: readonly GeneratedSize[] = [];
  for (let time = 0; time < times; time += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'gatewright-bench-'));
    try {
      const started = performance.now();
      await execute('npm', ['run', '--silent', 'generate', '--', '--out', folder], { cwd: project });
      milliseconds.push(performance.now() - started);
      files = await listSizes(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return { milliseconds, files };
}

async function listSizes(folder: string): Promise<readonly GeneratedSize[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return { path: relative(folder, path), bytes: (await stat(path)).size };
      }),
  );
  return files.toSorted((left, right) => right.bytes - left.bytes);
}
