import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject } from '../../contract.ts';

/** The errors of a request body; empty when it is valid. */
export type RequestValidator = (request: unknown) => readonly ErrorObject[];

/** The strict validator of request schemas. */
const requestAjv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strictTypes: true,
  strictTuples: false,
  keywords: ['x-extensible-enum', 'x-any-type'],
  meta: false,
  validateSchema: false, // the dialect has checked the keywords
  code: { optimize: false },
});

const compiled = new Map<string, ValidateFunction>();

/** Compiles the request schema of a model, the same text once; throws on an unknown keyword or a contradiction of types. */
export function compileRequest(schema: JsonObject): RequestValidator {
  const text = JSON.stringify(schema);
  const validate = compiled.get(text) ?? requestAjv.compile(schema);
  compiled.set(text, validate);
  return (request) => (validate(request) ? [] : (validate.errors ?? []));
}

/** The same, but undefined for a schema that does not compile, which `requestSchemasCompile` reports. */
export function tryCompileRequest(schema: JsonObject): RequestValidator | undefined {
  try {
    return compileRequest(schema);
  } catch {
    return undefined;
  }
}
