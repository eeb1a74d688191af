import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { stopPostgres } from './postgres-cluster.ts';

/** Names the folder of the PostgreSQL of this run, and stops it at the end if a test has started it. */
export default function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-postgres-'));
  chmodSync(folder, 0o755);
  provide('postgresFolder', folder);
  return () => stopPostgres(folder);
}
