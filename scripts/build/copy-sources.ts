import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './project.ts';

/** Copies the sources that declaration maps lead to, so that editors find them in the package. */
export function copySources(out: string): void {
  for (const map of globSync('types/**/*.d.ts.map', { cwd: out })) {
    const source = map.replace(/^types./, '').replace(/\.d\.ts\.map$/, '.ts');
    const copy = join('sources', source);
    cpSync(join(ROOT, source), join(out, copy));
    const text = JSON.parse(readFileSync(join(out, map), 'utf8'));
    const sources = [relative(dirname(map), copy)];
    writeFileSync(join(out, map), JSON.stringify({ ...text, sources }));
  }
}
