import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { operationsOf } from './find-operation.ts';
import { type JsonObject, toObject } from './json.ts';
import type { Suite } from './suite.ts';

/** Validates values against the shapes of the specification and of the contract. */
export interface Schemas {
  /** Violations of a schema in `conformance/schemas` or of a component of the contract. Throws when there is no such schema. */
  readonly faults: (kind: 'schema' | 'contract', name: string, value: unknown) => readonly string[];
  /** Violations of the response schema that the contract declares; undefined when it declares none for the status. */
  readonly responseFaults: (
    operation: string,
    status: number,
    value: unknown,
  ) => readonly string[] | undefined;
}

/** The schemas of this package are valid; compiling the meta-schema would take most of the time before the first case. */
const TRUSTED = { validateSchema: false } as const;

/** Compiles schemas on first use. */
export function createSchemas({ schemas, contract }: Pick<Suite, 'schemas' | 'contract'>): Schemas {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, ...TRUSTED });
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, `schema:${name}.json`);
  ajv.addSchema({ ...contract, $id: 'contract:document' }, 'contract:document');
  const compiled = new Map<string, ValidateFunction>();
  const validate = (reference: string, value: unknown): readonly string[] => {
    if (value === undefined) return ['the body is not JSON'];
    const validator = compiled.get(reference) ?? ajv.compile({ $ref: reference });
    compiled.set(reference, validator);
    if (validator(value)) return [];
    return (validator.errors ?? [])
      .slice(0, 5)
      .map(({ instancePath, message = '' }) => `${instancePath || 'body'} ${message}`);
  };
  const operations = new Map(
    operationsOf(contract).map(
      ({ id, method, path }) =>
        [id, `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`] as const,
    ),
  );
  return {
    faults(kind, name, value) {
      if (kind === 'schema' && !schemas[name])
        throw new Error(`There is no schema ${name} in conformance/schemas`);
      return validate(
        kind === 'schema' ? `schema:${name}.json` : `contract:document#/components/schemas/${name}`,
        value,
      );
    },
    responseFaults(operation, status, value) {
      const pointer = responseSchema(contract, operations.get(operation), status);
      return pointer === undefined ? undefined : validate(`contract:document#${pointer}`, value);
    },
  };
}

/** The JSON pointer of a response schema, through at most one reference to a shared response. */
function responseSchema(
  contract: JsonObject,
  operation: string | undefined,
  status: number,
): string | undefined {
  if (!operation) return undefined;
  const declared = at(contract, `${operation}/responses/${status}`);
  const shared = toObject(declared).$ref;
  const pointer = typeof shared === 'string' ? shared.slice(1) : `${operation}/responses/${status}`;
  const schema = `${pointer}/content/application~1json/schema`;
  return at(contract, schema) === undefined ? undefined : schema;
}

function at(document: JsonObject, pointer: string): unknown {
  const names = pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>((value, name) => toObject(value)[name], document);
}
