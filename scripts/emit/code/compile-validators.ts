import { build } from 'esbuild';
import { toScript } from '../banner.ts';
import { requiringValidators, type ValidatorTables } from './validator-tables.ts';

/** Compiles one ajv validator per schema to a script that imports nothing and exports the tables. */
export async function compileValidators(tables: ValidatorTables): Promise<string> {
  const text = await bundle(requiringValidators(tables));
  const names = `export { ${Object.keys(tables).join(', ')} };\n`;
  return toScript(text.replace(/^ *\/\/ \S+\.js\n/gm, '').replace(/export \{[^}]*\};\s*$/, names));
}

/** ajv still requires its runtime parts: esbuild bundles them, keeping only the tables. */
async function bundle(code: string): Promise<string> {
  const result = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    // Labels in the output contain unresolved paths, so that a linked node_modules gives the same text.
    preserveSymlinks: true,
    legalComments: 'none',
  });
  return result.outputFiles[0]?.text ?? '';
}
