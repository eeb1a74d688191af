import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INSTALL_MS = 120_000;
const cache = resolve(import.meta.dirname, '../../node_modules/.cache/gatewright');

/** How long `installPython` takes at most. */
export const PYTHON_INSTALL_MS = 2 * INSTALL_MS;
/** Limits of a command that comes with Python. */
export const PYTHON_LIMITS = { timeout: INSTALL_MS, killSignal: 'SIGKILL' } as const;

/** Variables with which `python3` finds the packages of a folder, and no others of the user. */
export function pythonEnvironment(packages: string): Readonly<Record<string, string | undefined>> {
  return { PATH: process.env.PATH, PYTHONPATH: packages, PYTHONNOUSERSITE: '1' };
}

/**
 * The folder of a package, such as `openai==3.54.0`, for `python3`: installed once for all runs that share `node_modules`. Without
 * Python, or if its registry cannot be reached, the reason why it is missing.
 */
export async function installPython(
  name: string,
): Promise<{ readonly packages: string } | { readonly reason: string }> {
  let folder: string | undefined;
  try {
    const asked = ['-c', 'import sys; print(sys.implementation.cache_tag)'];
    const tag = await run('python3', asked, PYTHON_LIMITS);
    const packages = join(cache, `${tag.stdout.trim()}-${name}`);
    if (existsSync(packages)) return { packages };
    await mkdir(cache, { recursive: true });
    folder = await mkdtemp(`${packages}-`);
    await installInto(folder, name);
    await rename(folder, packages);
    return { packages };
  } catch (error) {
    return { reason: `Python's ${name} cannot be installed here: ${String(error).slice(0, 300)}` };
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** With the machine's pip, or one in a virtual environment: on Debian, pip is in a separate package. */
async function installInto(folder: string, name: string): Promise<void> {
  const quiet = ['--quiet', '--disable-pip-version-check', '--retries', '0', '--timeout', '10'];
  const pip = ['-m', 'pip', 'install', ...quiet, '--no-compile', '--target', folder, name];
  const hasPip = await run('python3', ['-m', 'pip', '--version'], PYTHON_LIMITS).then(
    () => true,
    () => false,
  );
  if (hasPip) return void (await run('python3', pip, PYTHON_LIMITS));
  const environment = `${folder}-pip`;
  try {
    await run('python3', ['-m', 'venv', environment], PYTHON_LIMITS);
    await run(join(environment, 'bin/python'), pip, PYTHON_LIMITS);
  } finally {
    await rm(environment, { recursive: true, force: true });
  }
}
