import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject } from '../contract.ts';
import { omit } from '../json.ts';
import { explainErrors } from './explain.ts';
import type { Finding, LintRule } from './problem.ts';
import { isSchemaPart } from './provenance.ts';

/** Model files, with their family's vocabulary joined in, are valid against `schemas/model.schema.json`. */
export const modelsFitDialect: LintRule = ({ models, dialect }) => {
  const validate = loadDialect(dialect).compile({ $ref: String(dialect.$id) });
  // What a family may provide is required of the file and its family together.
  return models.flatMap(({ file, joined }) =>
    findingsOf({ file, source: omit(joined, ['x-family']) }, { validate, dialect }),
  );
};

/** Common schema parts and operation files are valid against their part of the dialect. */
export const sharedFilesFitDialect: LintRule = ({ parts, operations, dialect, operationDialect }) => {
  const ajv = loadDialect(dialect);
  const part = ajv.compile({ $ref: `${String(dialect.$id)}#/$defs/schema` });
  const operation = ajv.compile(operationDialect);
  return [
    ...parts
      .filter(isSchemaPart)
      .flatMap(({ file, source }) =>
        findingsOf({ file, source: omit(source, ['$schema']) }, { validate: part, dialect }),
      ),
    ...operations.flatMap((file) => findingsOf(file, { validate: operation, dialect })),
  ];
};

const loaded = new WeakMap<JsonObject, Ajv2020>();

/** The validator of a dialect. The dialects themselves are valid JSON Schema: a test checks that, not every run. */
function loadDialect(dialect: JsonObject): Ajv2020 {
  const known = loaded.get(dialect);
  if (known) return known;
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strictTypes: false,
    keywords: ['x-derived'],
    meta: false,
    validateSchema: false,
    // Compiling costs more than validating a few files: no inlining, no optimised code.
    inlineRefs: false,
    code: { optimize: false },
  });
  ajv.addSchema(dialect);
  loaded.set(dialect, ajv);
  return ajv;
}

interface Judge {
  readonly validate: ValidateFunction;
  readonly dialect: JsonObject;
}

function findingsOf(
  { file, source }: { readonly file: string; readonly source: JsonObject },
  { validate, dialect }: Judge,
): readonly Finding[] {
  if (validate(source)) return [];
  return explainErrors(validate.errors ?? [], dialect).map((explanation) => ({ file, ...explanation }));
}
