import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '../contract/contract.ts';
import { toObject, toText } from '../contract/json.ts';
import { explainErrors } from '../contract/lint/schemas/explain.ts';
import type { Problem } from '../contract/problem.ts';
import type { ListFile } from './suite-files.ts';

/** The mismatches of files with their JSON Schema, in words. */
export function checkSchema(files: readonly ListFile[], schema: JsonObject | undefined): readonly Problem[] {
  if (schema === undefined) return [];
  const validate = new Ajv2020({ allErrors: true, verbose: true, strict: false }).compile(schema);
  return files.flatMap(({ entries, problem }) => {
    if (validate(entries)) return [];
    const errors = withoutBranches(validate.errors ?? []);
    return explainErrors(errors, schema).map(({ pointer, message }) =>
      problem(pointer, withId(message, entries)),
    );
  });
}

/** Names the entry that `[1].level must be ...` is about. */
function withId(message: string, entries: readonly Json[]): string {
  return message.replace(/^\[(\d+)\](?:\.|: | )?/, (_start, index: string) => {
    const id = toText(toObject(entries[Number(index)]).id);
    return `${id === '' ? `entry ${Number(index) + 1}` : id}: `;
  });
}

/** Without the errors of branches that were not intended: the best match is the one that fails deepest. */
function withoutBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  return errors.filter(
    ({ instancePath, keyword }) =>
      !['oneOf', 'anyOf'].includes(keyword) &&
      !(
        instancePath.includes('/steps/') &&
        errors.some((other) => other.instancePath.startsWith(`${instancePath}/`))
      ),
  );
}
