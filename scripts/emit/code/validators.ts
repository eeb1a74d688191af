import type { Emitter } from '../../contract/contract.ts';
import { toScript } from '../banner.ts';
import { compileValidators } from './compile-validators.ts';
import { requestSchemas } from './requests.ts';
import { validatorTables } from './validator-tables.ts';

function toDeclarations(operations: readonly string[]): string {
  return `/** A schema violation as reported by ajv. */
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

/** Validators of request bodies that no model file describes, by operation. */
export declare const requestValidators: Readonly<Record<${operations.map((id) => `'${id}'`).join(' | ')}, Validator>>;
`;
}

/** Emits one standalone ajv validator per model, and per request for models without a contract; the file imports nothing. */
export const emitValidators: Emitter = async ({ document, models }) => {
  const operations = Object.keys(requestSchemas(document));
  return [
    { path: 'validators.js', text: await compileValidators(validatorTables({ document, models })) },
    { path: 'validators.d.ts', text: toScript(toDeclarations(operations)) },
  ];
};
