import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { browserBundle } from '../../scripts/build/browser-bundle.ts';

/** The entry for pages, bundled into a folder as the package bundles it. */
export interface PageBundle {
  /** Bytes after gzip that a page loads at once. */
  readonly firstBytes: number;
  /** What it loads later, the largest parts first: a file that the part is for, and bytes after gzip. */
  readonly laterParts: readonly (readonly [file: string, bytes: number])[];
}

/** Bundles the entry as `msw.js`. */
export async function bundlePage(root: string, folder: string): Promise<PageBundle> {
  const { metafile } = await build({
    ...browserBundle,
    absWorkingDir: folder,
    entryPoints: { msw: join(root, 'src/entries/msw.browser.ts') },
    outdir: folder,
    minify: true,
    metafile: true,
  });
  const { outputs } = metafile;
  const first = new Set(['msw.js']);
  for (const name of first)
    for (const { kind, path, external } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement' && !external) first.add(path);
  const sizes = new Map<string, number>();
  for (const name of Object.keys(outputs))
    sizes.set(name, gzipSync(await readFile(join(folder, name))).length);
  const later = [...sizes].filter(([name]) => !first.has(name));
  const mainFile = (name: string) => {
    const inputs = Object.entries(outputs[name]?.inputs ?? {});
    const [largest] = inputs.toSorted((one, other) => other[1].bytesInOutput - one[1].bytesInOutput);
    return basename(largest?.[0] ?? name);
  };
  return {
    firstBytes: [...first].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0),
    laterParts: later
      .map(([name, bytes]) => [mainFile(name), bytes] as const)
      .toSorted((one, other) => other[1] - one[1]),
  };
}
