import { type Schema, Validator } from '@cfworker/json-schema';

/** Whether a value fits a schema of JSON Schema 2020-12; throws for a schema that cannot be read. It compiles no code. */
export function fitsSchema(value: unknown, schema: object): boolean {
  return new Validator(schema as Schema, '2020-12', true).validate(value).valid;
}
