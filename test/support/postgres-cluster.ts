import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PATIENCE_MS, until } from './until.ts';

/** Whether the programs of PostgreSQL are where Debian's package puts them. */
export function isPostgresInstalled(): boolean {
  return programFolder() !== undefined;
}

/** The address of a database of the cluster in a folder. */
export function connectionTo(folder: string, database: string): string {
  return `postgresql:///${database}?host=${encodeURIComponent(folder)}&user=postgres`;
}

/** How a cluster stores its data. */
export interface ClusterOptions {
  /** Whether every commit is flushed to disk, as in production; tests do not need it. */
  readonly isDurable?: boolean;
}

/** Starts the cluster of a folder. If test files of several workers ask at the same time, one starts it and the others wait. */
export async function startOnce(folder: string, { isDurable = false }: ClusterOptions = {}): Promise<void> {
  const [ready, failed] = [join(folder, 'ready'), join(folder, 'failed')];
  if (!existsSync(ready) && isFirst(folder)) {
    try {
      startCluster(folder, isDurable);
      writeFileSync(ready, '');
    } catch (error) {
      writeFileSync(failed, String(error));
      throw error;
    }
  }
  await until('PostgreSQL starts', () => existsSync(ready) || existsSync(failed));
  if (!existsSync(ready)) throw new Error(`PostgreSQL did not start: see ${join(folder, 'log')}.`);
}

/** Where a program of the newest PostgreSQL is; throws where there is none. */
export function programOf(name: string): string {
  const folder = programFolder();
  if (!folder) throw new Error('PostgreSQL is not installed. Debian: apt-get install postgresql');
  return join(folder, name);
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(join(folder, 'starting'));
    return true;
  } catch {
    return false;
  }
}

/** Stops the server of a cluster immediately, without a shutdown checkpoint, like a power failure. */
export function haltPostgres(folder: string): void {
  run('pg_ctl', ['-D', join(folder, 'data'), '-m', 'immediate', 'stop']);
}

/** Starts the server of a cluster that was halted; it recovers from its log first. */
export function resumePostgres(folder: string, { isDurable = false }: ClusterOptions = {}): void {
  startServer(folder, isDurable);
}

/** Stops a cluster, if one was started in the folder, and removes it. */
export function stopPostgres(folder: string): void {
  if (existsSync(join(folder, 'ready')))
    run('pg_ctl', ['-D', join(folder, 'data'), '-m', 'immediate', 'stop']);
  rmSync(folder, { recursive: true, force: true });
}

function startCluster(folder: string, isDurable: boolean): void {
  const data = join(folder, 'data');
  const user = serverUser();
  if (user) chownSync(folder, user.uid, user.gid);
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']);
  startServer(folder, isDurable);
}

function startServer(folder: string, isDurable: boolean): void {
  const settings = [
    `unix_socket_directories=${folder}`,
    'listen_addresses=',
    `fsync=${isDurable ? 'on' : 'off'}`,
    'max_connections=200',
    'log_min_messages=fatal',
  ];
  const flags = settings.map((setting) => `-c ${setting}`).join(' ');
  const data = join(folder, 'data');
  run('pg_ctl', [
    '-D',
    data,
    '-l',
    join(folder, 'log'),
    '-o',
    flags,
    '-w',
    '-t',
    String(PATIENCE_MS / 1000),
    'start',
  ]);
}

/** PostgreSQL refuses to run as root: there it runs as the user of its package. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function programFolder(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root)
    ? readdirSync(root)
        .map(Number)
        .sort((left, right) => right - left)
    : [];
  return versions
    .map((version) => join(root, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

function run(program: string, parameters: readonly string[]): void {
  execFileSync(programOf(program), parameters, { ...serverUser(), stdio: 'ignore', cwd: '/' });
}
