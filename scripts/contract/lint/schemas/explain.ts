import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '../../contract.ts';
import { toList, toObject } from '../../json.ts';
import { type FindingInFile, toLabel, toStep } from '../problem.ts';
import { exampleOf, quote, spaced, toWish } from '../wish.ts';
import { findUnknownMembers, type UnknownMember } from './unknown-members.ts';

/**
 * The errors of a value against a schema of the dialect, in words: where, what is wrong, and what to write. A member
 * under another name is reported once, not a second time as missing. The errors come from ajv with `verbose`.
 */
export function explainErrors(errors: readonly ErrorObject[], dialect: JsonObject): readonly FindingInFile[] {
  const unknownMembers = findUnknownMembers(errors, dialect);
  const names = errors
    .filter(({ keyword }) => keyword === 'propertyNames') // reported with what is wrong with the name
    .map(({ instancePath, params }) => ({ at: instancePath, name: params.propertyName }));
  const bare = errors.filter(
    (error) => isBare(error, errors, unknownMembers) && exampleOf(error.parentSchema, dialect),
  );
  const explained = errors
    .filter(({ keyword }) => keyword !== 'if') // reported by its branches
    .filter(({ instancePath, data }) => !names.some((name) => name.at === instancePath && name.name === data))
    .filter((error) => error.keyword !== 'required' || !unknownMembers.some((stray) => isMeant(stray, error)))
    .map((error) => {
      if (bare.some(({ instancePath }) => instancePath === error.instancePath))
        return explainBare(error, dialect);
      const stray = unknownMembers.find((candidate) => candidate.error === error);
      return stray ? explainUnknownMember(stray) : explain(error, dialect);
    });
  return explained.filter(
    ({ pointer }, index) => explained.findIndex((other) => other.pointer === pointer) === index,
  );
}

function isMeant({ at, meant }: UnknownMember, { instancePath, params }: ErrorObject): boolean {
  return at === instancePath && meant === params.missingProperty;
}

/** True for an object without any of several required members, under any name: it is something else. */
function isBare(
  error: ErrorObject,
  errors: readonly ErrorObject[],
  unknownMembers: readonly UnknownMember[],
): boolean {
  const { keyword, instancePath, parentSchema } = error;
  if (keyword !== 'required' || instancePath === '') return false;
  const missing = errors.filter((other) => other.keyword === keyword && other.instancePath === instancePath);
  const wanted = toList(parentSchema?.required).length;
  return (
    wanted > 1 &&
    missing.length === wanted &&
    !missing.some((other) => unknownMembers.some((stray) => isMeant(stray, other)))
  );
}

function explainBare({ instancePath, parentSchema }: ErrorObject, dialect: JsonObject): FindingInFile {
  const example = exampleOf(parentSchema, dialect);
  return {
    pointer: instancePath,
    message: `${toLabel(instancePath)} must be written like ${spaced(example ?? {})}`,
  };
}

function explainUnknownMember({ at, name, meant, place, known }: UnknownMember): FindingInFile {
  const where = at === '' ? '' : `${toLabel(at)}: `;
  const unknown = `${where}unknown keyword ${quote(name)}`;
  const pointer = `${at}/${toStep(name)}`;
  if (meant !== undefined) {
    const spoils = [`${at}/${toStep(meant)}`.split('/')[1] ?? ''];
    return { pointer, message: `${unknown}; did you mean ${quote(meant)}?`, spoils };
  }
  if (place !== undefined) return { pointer, message: `${unknown}; ${place}` };
  const list =
    known.length > 15 ? 'schemas/model.schema.json lists the known ones' : `known are ${known.join(', ')}`;
  return { pointer, message: `${unknown}; ${list}` };
}

function explain(error: ErrorObject, dialect: JsonObject): FindingInFile {
  const { keyword, instancePath, params, parentSchema } = error;
  if (keyword === 'required') {
    const pointer = `${instancePath}/${toStep(String(params.missingProperty))}`;
    const schema =
      toObject(parentSchema?.properties)[String(params.missingProperty)] ?? rootMember(error, dialect);
    const example = exampleOf(schema, dialect);
    const write =
      example === undefined
        ? ''
        : `; write for example ${quote(String(params.missingProperty))}: ${spaced(example)}`;
    return { pointer, message: `${toLabel(pointer)} is missing${write}` };
  }
  if (keyword === 'propertyNames') {
    const pointer = `${instancePath}/${toStep(String(params.propertyName))}`;
    const example = exampleOf(parentSchema?.propertyNames, dialect);
    return { pointer, message: `${toLabel(pointer)}: the name must look like ${spaced(example ?? null)}` };
  }
  return {
    pointer: instancePath,
    message: `${toLabel(instancePath) || 'the file'} ${toWish(error, dialect)}`,
  };
}

/** The schema of a member that a branch requires and the enclosing schema describes. */
function rootMember({ instancePath, params }: ErrorObject, dialect: JsonObject): Json | undefined {
  return instancePath === '' ? toObject(dialect.properties)[String(params.missingProperty)] : undefined;
}
