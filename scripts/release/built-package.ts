import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ProjectManifest, PUBLISH_CONFIG } from '../build/project.ts';

const run = promisify(execFile);

/** A package as it would be published. */
export interface PackedPackage {
  readonly name: string;
  /** The file, in the folder that it was asked for. */
  readonly filename: string;
  /** Of the tarball, and unpacked. */
  readonly size: number;
  readonly unpackedSize: number;
}

/** What publishing with a provenance needs, and what must agree with the project; one line for each fault. */
export function manifestFaults(folder: string, project: ProjectManifest): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const expected = {
    version: project.version,
    license: project.license,
    repository: project.repository,
    publishConfig: PUBLISH_CONFIG,
    private: undefined,
  };
  return Object.entries(expected)
    .filter(([name, value]) => JSON.stringify(manifest[name]) !== JSON.stringify(value))
    .map(([name, value]) => `${manifest.name}: ${name} is not ${JSON.stringify(value)}`);
}

/** Packs the package of a folder into another, and lets npm go through its publication without a registry. */
export async function packPackage(folder: string, out: string): Promise<PackedPackage> {
  const json = ['--json', '--loglevel=error'];
  const packed = await run('npm', ['pack', ...json, '--pack-destination', out], { cwd: folder, ...LIMITS });
  const publish = ['publish', join(out, onlyOf(packed.stdout).filename), '--dry-run', '--offline'];
  const published = await run('npm', [...publish, '--tag=latest', ...json], { cwd: out, ...LIMITS });
  const { name, filename, size, unpackedSize } = onlyOf(published.stdout);
  return { name, filename, size, unpackedSize };
}

const LIMITS = { maxBuffer: 20_000_000 };

/** Versions of npm that handle one package print a list, it alone, or an object by name. */
function onlyOf(text: string): PackedPackage {
  const read: unknown = JSON.parse(text);
  if (typeof read === 'object' && read !== null && 'filename' in read) return read as PackedPackage;
  const [only] = Object.values(read as Readonly<Record<string, PackedPackage>>);
  if (!only) throw new Error('npm packed nothing.');
  return only;
}
