import type { JsonObject } from '../contract/contract.ts';
import { resolve, toEntries, toList, toObject, toText } from '../contract/json.ts';
import { METHODS } from '../emit/code/operation-model.ts';
import { extend, type ObjectPair, type SchemaChange } from './breaking-change.ts';
import { compareAnswers } from './compare-answers.ts';
import { compareSchemas, type SchemaContext } from './compare-schemas.ts';

/** What callers of the old document lose under the new one: operations, parameters, request values, response fields. */
export function compareDocuments(context: SchemaContext): readonly SchemaChange[] {
  return toEntries(context.before.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): readonly SchemaChange[] => {
      const before = toObject(item)[method];
      if (before === undefined) return [];
      const pointer = extend('', 'paths', path, method);
      const after = toObject(toObject(context.after.paths)[path])[method];
      if (after === undefined)
        return [{ pointer, what: 'operation is gone', advice: 'keep it; mark it deprecated' }];
      const pair = { before: toObject(before), after: toObject(after), pointer };
      return [compareParameters, compareBodies, compareResponses].flatMap((compare) =>
        compare(context, pair),
      );
    }),
  );
}

function compareParameters(
  context: SchemaContext,
  { before, after, pointer }: ObjectPair,
): readonly SchemaChange[] {
  const at = extend(pointer, 'parameters');
  const was = toParameters(context.before, before);
  const now = toParameters(context.after, after);
  const lost = [...was].flatMap(([name, parameter]): readonly SchemaChange[] => {
    const kept = now.get(name);
    if (kept === undefined)
      return [{ pointer: at, what: `parameter ${name} is gone`, advice: 'accept and ignore it' }];
    return compareSchemas(context, {
      before: parameter.schema,
      after: kept.schema,
      pointer: extend(at, name, 'schema'),
    });
  });
  const demanded = [...now].filter(
    ([name, parameter]) => parameter.required === true && was.get(name)?.required !== true,
  );
  const advice = 'make it optional with a default';
  return [
    ...lost,
    ...demanded.map(([name]) => ({ pointer: at, what: `parameter ${name} is now required`, advice })),
  ];
}

function toParameters(document: JsonObject, operation: JsonObject): ReadonlyMap<string, JsonObject> {
  const parameters = toList(operation.parameters).map((parameter) => toObject(resolve(document, parameter)));
  return new Map(
    parameters.map((parameter) => [`${toText(parameter.in)} ${toText(parameter.name)}`, parameter]),
  );
}

function compareBodies(
  context: SchemaContext,
  { before, after, pointer }: ObjectPair,
): readonly SchemaChange[] {
  const at = extend(pointer, 'requestBody');
  const was = toObject(resolve(context.before, before.requestBody));
  const now = toObject(resolve(context.after, after.requestBody));
  const demand = { pointer: at, what: 'a body is now required', advice: 'make it optional' };
  return [
    ...(now.required === true && was.required !== true ? [demand] : []),
    ...compareContents(context, { before: was, after: now, pointer: at }, compareSchemas),
  ];
}

function compareResponses(
  context: SchemaContext,
  { before, after, pointer }: ObjectPair,
): readonly SchemaChange[] {
  return toEntries(before.responses).flatMap(([status, response]): readonly SchemaChange[] => {
    const at = extend(pointer, 'responses', status);
    const now = toObject(after.responses)[status];
    const success = status.startsWith('2');
    if (now === undefined)
      return success ? [{ pointer: at, what: `response ${status} is gone`, advice: 'keep it' }] : [];
    const pair = {
      before: toObject(resolve(context.before, response)),
      after: toObject(resolve(context.after, now)),
      pointer: at,
    };
    return compareContents(context, pair, compareAnswers);
  });
}

function compareContents(
  context: SchemaContext,
  { before, after, pointer }: ObjectPair,
  compareContent: typeof compareSchemas,
): readonly SchemaChange[] {
  return toEntries(before.content).flatMap(([mediaType, media]): readonly SchemaChange[] => {
    const at = extend(pointer, 'content', mediaType);
    const now = toObject(after.content)[mediaType];
    if (now === undefined)
      return [{ pointer: at, what: `media type ${mediaType} is gone`, advice: 'keep it' }];
    return compareContent(context, {
      before: toObject(media).schema,
      after: toObject(now).schema,
      pointer: extend(at, 'schema'),
    });
  });
}
