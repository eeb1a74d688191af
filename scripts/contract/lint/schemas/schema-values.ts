import { isObject, toList } from '../../json.ts';
import { tryCompileRequest } from '../expressions/request-validator.ts';
import { type FindingInFile, type LintRule, toLabel } from '../problem.ts';
import { toWish } from '../wish.ts';
import { listSchemas, type SchemaPlace } from './walk-schema.ts';

/** A schema can be satisfied: minima are not above maxima, and the values of an enum have the declared type. */
export const schemasCanBeMet: LintRule = ({ models }) =>
  models.flatMap(({ file, requestSchema }) =>
    listSchemas(requestSchema).flatMap((place) =>
      [...boundFindings(place), ...enumFindings(place)].map((finding) => ({ file, ...finding })),
    ),
  );

const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minContains', 'maxContains'],
  ['minProperties', 'maxProperties'],
] as const;

function boundFindings({ schema, pointer }: SchemaPlace): readonly FindingInFile[] {
  if (!isObject(schema)) return [];
  return BOUNDS.flatMap(([least, most]) => {
    const [min, max] = [schema[least], schema[most]];
    if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
    const at = `${pointer}/${least}`;
    return [{ pointer: at, message: `${toLabel(at)} is ${min}, above ${most}, which is ${max}` }];
  });
}

function enumFindings({ schema, pointer }: SchemaPlace): readonly FindingInFile[] {
  if (!isObject(schema) || typeof schema.type !== 'string') return [];
  const validate = tryCompileRequest({ type: schema.type });
  const faults = toList(schema.enum).flatMap((value, index) => {
    const at = `${pointer}/enum/${index}`;
    return (validate?.(value) ?? []).map((error) => ({
      pointer: at,
      message: `${toLabel(at)} ${toWish(error)}`,
    }));
  });
  return faults.slice(0, 1); // when all are wrong, the type is the error
}
