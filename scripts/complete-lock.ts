import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The members of a package in `package-lock.json` that this script reads. */
interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Record<string, LockedPackage & Readonly<Record<string, unknown>>>;
}

const SYSTEMS = 'android darwin freebsd linux netbsd openbsd openharmony sunos aix win32'.split(' ');
const PROCESSORS = 'arm64 arm ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ');
const SYNONYMS: Readonly<Record<string, string>> = {
  windows: 'win32',
  aarch64: 'arm64',
  ppc64le: 'ppc64',
  ppc64el: 'ppc64',
};

/**
 * Adds the optional platform packages that npm omitted from the lock file: it drops those that its registry did not offer,
 * and `npm ci` then rejects the lock file. Added packages declare system and processor, so that only matching machines fetch them.
 */
export function completeLock(lock: Lock): readonly string[] {
  const added: string[] = [];
  for (const [place, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isLocked(lock, place, name)) continue;
      const target = `node_modules/${name}`;
      lock.packages[target] = { version, ...platformOf(name), ...(dev ? { dev } : {}), optional: true };
      added.push(target);
    }
  }
  return added;
}

function isLocked({ packages }: Lock, place: string, name: string): boolean {
  return `node_modules/${name}` in packages || `${place}/node_modules/${name}` in packages;
}

function platformOf(name: string): Readonly<Record<string, readonly string[]>> {
  const words = name.split(/[-/@_]/).map((word) => SYNONYMS[word] ?? word);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  const libc = words.includes('musl') || words.includes('linuxmusl') ? ['musl'] : [];
  return {
    ...(os.length > 0 ? { os } : {}),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(libc.length > 0 ? { libc } : {}),
  };
}

if (import.meta.main) {
  const file = path.resolve(import.meta.dirname, '..', 'package-lock.json');
  const lock = JSON.parse(await readFile(file, 'utf8')) as Lock; // npm's own format
  const added = completeLock(lock);
  const sorted = Object.fromEntries(
    Object.entries(lock.packages).sort(([left], [right]) => (left < right ? -1 : 1)),
  );
  await writeFile(file, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
  for (const place of added) process.stdout.write(`added ${place}\n`);
}
