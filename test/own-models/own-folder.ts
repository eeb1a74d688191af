import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callCommand } from '../cli/call-command.ts';
import type { CommandPlace } from '../cli/start-command.ts';

/** A folder of models as `gatewright init` writes it, with its own cache. */
export interface OwnFolder extends Disposable, CommandPlace {
  read(name: string): string;
  write(name: string, text: string): void;
  remove(name: string): void;
}

/** Writes a folder with `gatewright init`. */
export async function createOwnFolder(): Promise<OwnFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-own-folder-'));
  const cwd = join(folder, 'models of ours');
  const { code, err } = await callCommand('init', cwd);
  if (code !== 0) throw new Error(err);
  return {
    cwd,
    env: { XDG_CACHE_HOME: join(folder, 'cache') },
    read: (name) => readFileSync(join(cwd, name), 'utf8'),
    write: (name, text) => writeFileSync(join(cwd, name), text),
    remove: (name) => rmSync(join(cwd, name)),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
