import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import type { Contract, Emitter } from '../../contract/contract.ts';
import { toScript } from '../banner.ts';
import { toAcceptedSchema } from '../documents/accepted-requests.ts';
import { componentSchema, GENERIC_REQUESTS } from '../tables/component-schema.ts';

const DECLARATIONS = `/** A schema violation as reported by ajv. */
export interface SchemaViolation {
  /** JSON pointer of the value. */
  readonly instancePath: string;
  /** JSON pointer of the keyword in the schema. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Returns whether a value is valid; \`errors\` are those of the last call. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaViolation[] | null;
}

/** Validators of request bodies by model id. */
export declare const modelValidators: Readonly<Record<string, Validator>>;

/** Validators of request bodies for models without a contract, by operation. */
export declare const genericValidators: Readonly<Record<string, Validator>>;

/** Validators of request bodies that no model file describes, by component. */
export declare const componentValidators: Readonly<Record<'ResponseCreateRequest', Validator>>;
`;

/** Components that describe a request for models of the contract beside their own files. */
const COMPONENTS = ['ResponseCreateRequest'] as const;

/** Emits one standalone ajv validator per model; the file imports nothing. */
export const emitValidators: Emitter = async (contract) => {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    strictTuples: false,
    keywords: ['x-extensible-enum', 'discriminator'],
    code: { source: true, esm: true, lines: false },
  });
  const exports: Record<string, string> = {};
  contract.models.forEach((model, index) => {
    ajv.addSchema(toAcceptedSchema(model.requestSchema), `model${index}`);
    exports[`model${index}`] = `model${index}`;
  });
  for (const [operation, name] of Object.entries(GENERIC_REQUESTS)) {
    ajv.addSchema(toAcceptedSchema(componentSchema(contract, name)), operation);
    exports[operation] = operation;
  }
  for (const name of COMPONENTS) {
    ajv.addSchema(toAcceptedSchema(componentSchema(contract, name)), name);
    exports[name] = name;
  }
  const code = `${standaloneCode.default(ajv, exports)}\n${tables(contract)}`;
  return [
    { path: 'validators.js', text: toScript(await bundle(code)) },
    { path: 'validators.d.ts', text: toScript(DECLARATIONS) },
  ];
};

function tables(contract: Contract): string {
  const models = contract.models.map((model, index) => `${JSON.stringify(model.id)}: model${index}`);
  return `export const modelValidators = {${models.join(', ')}};
export const genericValidators = {${Object.keys(GENERIC_REQUESTS).join(', ')}};
export const componentValidators = {${COMPONENTS.join(', ')}};`;
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
    treeShaking: true,
    // Labels in the output name files by unresolved path, so that a linked node_modules gives the same text.
    preserveSymlinks: true,
    legalComments: 'none',
  });
  const names = /export \{[^}]*\};\s*$/;
  const text = result.outputFiles[0]?.text ?? '';
  return text
    .replace(/^ *\/\/ \S+\.js\n/gm, '')
    .replace(names, 'export { componentValidators, genericValidators, modelValidators };\n');
}
