import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionTo, isPostgresInstalled, startOnce, stopPostgres } from '../support/postgres-cluster.ts';
import type { Ground, Scenario } from './scenario.ts';

/** Sizes of the small disks: space for a database and the load of a run, and little more. */
const DISK_SIZES = { SQLite: '64m', PostgreSQL: '320m' } as const;

/** Why a scenario cannot run on this machine; undefined where it can. */
export function obstacleTo({ database, onSmallDisk }: Scenario): string | undefined {
  if (database === 'PostgreSQL' && !isPostgresInstalled()) return 'PostgreSQL is not installed';
  if (onSmallDisk && !canMount()) return 'mounting a file system needs root';
  return undefined;
}

/** Makes an empty database for a scenario. */
export async function openGround({ database, onSmallDisk = false }: Scenario): Promise<Ground> {
  const root = mkdtempSync(join(tmpdir(), 'gatewright-faults-'));
  chmodSync(root, 0o755);
  if (onSmallDisk) mount(root, DISK_SIZES[database]);
  const remove = () => {
    if (onSmallDisk) execFileSync('umount', ['--lazy', root]);
    rmSync(root, { recursive: true, force: true });
  };
  const disk = onSmallDisk ? { disk: root } : {};
  if (database === 'SQLite') {
    const place = { args: ['--data', join(root, 'data')], env: {} };
    return { place, ...disk, [Symbol.asyncDispose]: async () => remove() };
  }
  const cluster = mkdtempSync(join(root, 'cluster-'));
  chmodSync(cluster, 0o755);
  await startOnce(cluster, { isDurable: true });
  return {
    place: { args: [], env: { DATABASE_URL: connectionTo(cluster, 'postgres') } },
    cluster,
    ...disk,
    async [Symbol.asyncDispose]() {
      stopPostgres(cluster);
      remove();
    },
  };
}

function mount(folder: string, size: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
}

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-mount-'));
  try {
    mount(folder, '1m');
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
