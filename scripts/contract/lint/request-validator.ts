import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { JsonObject } from '../contract.ts';

/** What is wrong with a request body; empty when it fits. */
export type RequestValidator = (request: unknown) => readonly ErrorObject[];

/** The strict validator of request schemas; it compiles each schema object once. */
export const requestAjv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strictTypes: true,
  strictTuples: false,
  keywords: ['x-extensible-enum', 'x-any-type'],
  meta: false,
  validateSchema: false, // the dialect has looked at the keywords
  code: { optimize: false },
});

/** Compiles the request schema of a model; throws on an unknown keyword or a contradiction of types. */
export function compileRequest(schema: JsonObject): RequestValidator {
  const validate = requestAjv.compile(schema);
  return (request) => (validate(request) ? [] : (validate.errors ?? []));
}

/** The same, but undefined for a schema that does not compile, which `requestSchemasCompile` tells. */
export function tryCompileRequest(schema: JsonObject): RequestValidator | undefined {
  try {
    return compileRequest(schema);
  } catch {
    return undefined;
  }
}
