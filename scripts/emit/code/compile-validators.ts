import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { JsonObject } from '../../contract/contract.ts';
import { toScript } from '../banner.ts';

/** Schemas by key, for each table of validators. */
export type ValidatorTables = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

/** Compiles one ajv validator per schema to a script that imports nothing and exports the tables. */
export async function compileValidators(tables: ValidatorTables): Promise<string> {
  const text = await bundle(requiringValidators(tables));
  const names = `export { ${Object.keys(tables).join(', ')} };\n`;
  return toScript(text.replace(/^ *\/\/ \S+\.js\n/gm, '').replace(/export \{[^}]*\};\s*$/, names));
}

/** The same as a script in which `require` has to give what ajv needs at run time. */
export function requiringValidators(tables: ValidatorTables): string {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    strictTuples: false,
    keywords: ['x-extensible-enum', 'discriminator'],
    code: { source: true, esm: true, lines: false },
  });
  const exports: Record<string, string> = {};
  const compile = ([key, schema]: readonly [string, JsonObject]) => {
    const name = `validator${Object.keys(exports).length}`;
    ajv.addSchema(schema, name);
    exports[name] = name;
    return `${JSON.stringify(key)}: ${name}`;
  };
  const lines = Object.entries(tables).map(
    ([table, schemas]) => `export const ${table} = {${Object.entries(schemas).map(compile).join(', ')}};`,
  );
  return [standaloneCode.default(ajv, exports), ...lines].join('\n');
}

/** ajv still requires its runtime parts: esbuild bundles them, keeping only the tables. */
async function bundle(code: string): Promise<string> {
  const { build } = await import('esbuild');
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
