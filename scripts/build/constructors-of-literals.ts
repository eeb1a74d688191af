import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const CONSTRUCTORS = 'const Object = ({}).constructor, Array = [].constructor;\n';

/**
 * In the CEL library, `Object` and `Array` are the constructors of literals: it compares the `constructor` of values with them, and the
 * edge runtime of Next.js replaces the globals, so that no value would have a type.
 */
export const constructorsOfLiterals: Plugin = {
  name: 'constructors of literals',
  setup(build) {
    build.onLoad({ filter: /@marcbachmann[\\/]cel-js[\\/]lib[\\/].*\.js$/ }, async ({ path }) => ({
      contents: CONSTRUCTORS + (await readFile(path, 'utf8')),
    }));
  },
};
