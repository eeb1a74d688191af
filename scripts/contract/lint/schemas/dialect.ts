import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject } from '../../contract.ts';
import { isObject, omit, toObject } from '../../json.ts';
import { isSchemaPart } from '../policies/provenance.ts';
import type { Finding, LintRule } from '../problem.ts';
import { explainErrors } from './explain.ts';

/** Model files, with their family's vocabulary joined in, are valid against `schemas/model.schema.json`. */
export const modelsFitDialect: LintRule = ({ models, dialect }) => {
  const validate = compileFrom(dialect, { $ref: String(dialect.$id) });
  // What a family may provide is required of the file and its family together.
  return models.flatMap(({ file, joined }) =>
    findingsOf(
      { file, source: withoutMisplaced(omit(joined, ['x-family']), dialect) },
      { validate, dialect },
    ),
  );
};

/** Keywords of the file among the fields are reported for their place only: their contents are right. */
function withoutMisplaced(source: JsonObject, dialect: JsonObject): JsonObject {
  if (!isObject(source.properties)) return source;
  const keywords = Object.keys(toObject(dialect.properties)).filter((name) => name.startsWith('x-'));
  return { ...source, properties: omit(source.properties, keywords) };
}

/** Common schema parts and operation files are valid against their part of the dialect. */
export const sharedFilesFitDialect: LintRule = ({ parts, operations, dialect, operationDialect }) => {
  const part = compileFrom(dialect, { $ref: `${String(dialect.$id)}#/$defs/schema` });
  const operation = compileFrom(dialect, operationDialect);
  return [
    ...parts
      .filter(isSchemaPart)
      .flatMap(({ file, source }) =>
        findingsOf({ file, source: omit(source, ['$schema']) }, { validate: part, dialect }),
      ),
    ...operations.flatMap((file) => findingsOf(file, { validate: operation, dialect })),
  ];
};

const loaded = new Map<string, Ajv2020>();
const compiled = new Map<string, ValidateFunction>();

/** Compiles a schema that may refer to a dialect; the same texts are compiled once. */
function compileFrom(dialect: JsonObject, schema: JsonObject): ValidateFunction {
  const dialectText = JSON.stringify(dialect);
  const text = `${dialectText}\n${JSON.stringify(schema)}`;
  const known = compiled.get(text);
  if (known) return known;
  const ajv = loaded.get(dialectText) ?? loadDialect(dialect);
  loaded.set(dialectText, ajv);
  if (schema.$id !== undefined) ajv.removeSchema(String(schema.$id)); // an earlier text of the same name
  const validate = ajv.compile(schema);
  compiled.set(text, validate);
  return validate;
}

/** The validator of a dialect. The dialects themselves are valid JSON Schema: a test checks that, not every run. */
function loadDialect(dialect: JsonObject): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strictTypes: false,
    keywords: ['x-derived', 'x-fields', 'x-operations'],
    meta: false,
    validateSchema: false,
    // Compiling costs more than validating a few files: no inlining, no optimised code.
    inlineRefs: false,
    code: { optimize: false },
  });
  return ajv.addSchema(dialect);
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
