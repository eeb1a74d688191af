import { readFile } from 'node:fs/promises';
import type { BuildOptions, Plugin } from 'esbuild';

const DIRECT_EVAL = 'eval(this.code)';
const INDIRECT_EVAL = '(0, eval)(this.code)';

/**
 * The video encoder's build for browsers is a script that declares a variable: the module exports it. It also brings a substitute for the
 * module `vm`, which nothing calls: bundlers warn of its direct `eval`.
 */
const videoEncoder: Plugin = {
  name: 'video encoder',
  setup(build) {
    build.onLoad({ filter: /h264-mp4-encoder\.web\.js$/ }, async ({ path }) => ({
      contents: `${(await readFile(path, 'utf8')).replace(DIRECT_EVAL, INDIRECT_EVAL)}\nexport default HME;`,
    }));
  },
};

/** How modules are bundled for pages: in parts that are loaded when they are needed; MSW is their user's. */
export const browserBundle = {
  bundle: true,
  splitting: true,
  chunkNames: 'shared-[hash]',
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  external: ['msw'],
  // Work modules are named by their URL for threads, and unpdf looks in Node for fonts. Neither is here, and other bundlers would look
  // for the files.
  define: { 'import.meta.url': '"file:///"', 'import.meta.resolve': 'undefined' },
  plugins: [videoEncoder],
} as const satisfies BuildOptions;
