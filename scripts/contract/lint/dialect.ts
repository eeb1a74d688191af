import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Json, JsonObject, ModelSource } from '../contract.ts';
import { isObject } from '../json.ts';
import { type Finding, type LintRule, toStep } from './problem.ts';
import { compileRequest, requestAjv } from './request-validator.ts';

/** Model files, their family's vocabulary joined in, fit `schemas/model.schema.json`. */
export const modelsFitDialect: LintRule = ({ models, dialect }) => {
  const validate = new Ajv2020({ allErrors: true, strictTypes: false, keywords: ['x-derived'] }).compile(
    dialect,
  );
  return models.flatMap(({ file, joined }) => {
    // What a family may give is asked of the file and its family together.
    const { 'x-family': _family, ...whole } = joined;
    if (validate(whole)) return [];
    return mostSpecific(validate.errors ?? []).map((error) => ({
      file,
      pointer: error.instancePath + extraMember(error),
      message: `${error.instancePath || 'the model file'} ${explain(error)}`,
    }));
  });
};

/** Request schemas are valid JSON Schema 2020-12 without unknown keywords. */
export const requestSchemasCompile: LintRule = ({ models }) => models.flatMap(schemaFindings);

function schemaFindings({ file, requestSchema }: ModelSource): readonly Finding[] {
  if (!requestAjv.validateSchema(requestSchema)) {
    return mostSpecific(requestAjv.errors ?? []).map((error) => ({
      file,
      pointer: error.instancePath,
      message: `Not JSON Schema 2020-12: ${error.instancePath} ${explain(error)}`,
    }));
  }
  try {
    compileRequest(requestSchema);
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [
      {
        file,
        pointer: findPointer(requestSchema, message),
        message: `The schema does not compile: ${message}`,
      },
    ];
  }
}

/** Where ajv's message points: it quotes a path, or an unknown keyword. */
function findPointer(schema: JsonObject, message: string): string {
  const path = /#(\/[^" ]*)"/.exec(message)?.[1];
  const keyword = /keyword: "([^"]+)"/.exec(message)?.[1];
  return path ?? (keyword === undefined ? '' : (findMember(schema, keyword, '') ?? ''));
}

function findMember(value: Json | undefined, name: string, pointer: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isObject(value) && name in value) return `${pointer}/${toStep(name)}`;
  for (const [key, member] of Object.entries(value)) {
    const found = findMember(member, name, `${pointer}/${toStep(key)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Of the errors at and below a failed choice only the deepest, which is the branch that was meant. */
function mostSpecific(all: readonly ErrorObject[]): readonly ErrorObject[] {
  const errors = all.filter(({ keyword }) => keyword !== 'if'); // its branches tell
  const choices = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf');
  return errors.filter((error) =>
    choices.every((choice) => {
      if (!isBelow(error, choice)) return true;
      const rivals = errors.filter((rival) => isBelow(rival, choice) && rival !== choice);
      return (
        error ===
        rivals.reduce((best, rival) => (depth(rival) > depth(best) ? rival : best), rivals[0] ?? choice)
      );
    }),
  );
}

function isBelow({ instancePath }: ErrorObject, choice: ErrorObject): boolean {
  return instancePath === choice.instancePath || instancePath.startsWith(`${choice.instancePath}/`);
}

function depth({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length;
}

function extraMember({ keyword, params }: ErrorObject): string {
  const name: unknown = keyword === 'additionalProperties' ? params.additionalProperty : undefined;
  return typeof name === 'string' ? `/${toStep(name)}` : '';
}

function explain({ keyword, params, message = 'does not fit' }: ErrorObject): string {
  if (keyword === 'additionalProperties') return `must not have the member "${params.additionalProperty}"`;
  if (keyword === 'enum') return `must be one of ${JSON.stringify(params.allowedValues)}`;
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`;
  return message;
}
