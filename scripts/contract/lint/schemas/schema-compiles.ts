import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Json, JsonObject, ModelSource } from '../../contract.ts';
import { isObject } from '../../json.ts';
import { compileRequest } from '../expressions/request-validator.ts';
import { type Finding, type LintRule, listObjects, toLabel, toStep } from '../problem.ts';
import { listSchemas } from './walk-schema.ts';

/** Request schemas are valid JSON Schema 2020-12 without unknown keywords. */
export const requestSchemasCompile: LintRule = ({ models }) => models.flatMap(schemaFindings);

function schemaFindings({ file, requestSchema }: ModelSource): readonly Finding[] {
  try {
    compileRequest(requestSchema);
    return [];
  } catch (error) {
    return explainFailure({ file, requestSchema }, error);
  }
}

function explainFailure(
  { file, requestSchema }: Pick<ModelSource, 'file' | 'requestSchema'>,
  error: unknown,
): readonly Finding[] {
  const metaschema = new Ajv2020({ allErrors: true, strict: false });
  if (!metaschema.validateSchema(requestSchema)) {
    return mostSpecific(metaschema.errors ?? []).map(({ instancePath, message }) => ({
      file,
      pointer: instancePath,
      message: `${toLabel(instancePath)} is not JSON Schema 2020-12: it ${message}`,
    }));
  }
  const message = error instanceof Error ? error.message : String(error);
  const patterns = listSchemas(requestSchema).flatMap(({ schema, pointer }) => {
    const fault = isObject(schema) ? patternFault(schema.pattern) : undefined;
    return fault === undefined ? [] : [{ file, pointer: `${pointer}/pattern`, message: fault }];
  });
  if (patterns.length > 0) return patterns;
  const pointer = findPointer(requestSchema, message);
  const [, types, keyword] = /missing type "([^"]+)" for keyword "([^"]+)"/.exec(message) ?? [];
  if (types === undefined) return [{ file, pointer, message: `The schema does not compile: ${message}` }];
  const wanted = types
    .split(',')
    .map((type) => `"type": "${type}"`)
    .join(' or ');
  const at = `${pointer}/${keyword}`;
  const own = listSchemas(requestSchema).find((place) => place.pointer === pointer)?.schema;
  const given =
    isObject(own) && typeof own.type === 'string' ? `, not "${own.type}"` : ': write that next to it';
  return [{ file, pointer: at, message: `${toLabel(at)} is for ${wanted}${given}` }];
}

function patternFault(pattern: Json | undefined): string | undefined {
  if (typeof pattern !== 'string') return undefined;
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return `The pattern does not compile: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The place that ajv's message refers to: it quotes a path, or an unknown keyword. */
function findPointer(schema: JsonObject, message: string): string {
  const path = /#(\/[^" ]*)"/.exec(message)?.[1];
  const keyword = /keyword: "([^"]+)"/.exec(message)?.[1];
  if (path !== undefined || keyword === undefined) return path ?? '';
  const place = listObjects(schema).find(({ object }) => keyword in object);
  return place ? `${place.pointer}/${toStep(keyword)}` : '';
}

/** Of the errors at and below a failed choice, only the deepest, which belong to the intended branch. */
function mostSpecific(all: readonly ErrorObject[]): readonly ErrorObject[] {
  const errors = all.filter(({ keyword }) => keyword !== 'if'); // reported by its branches
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
