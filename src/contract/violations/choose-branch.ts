import type { SchemaViolation } from '../../../generated/validators.js';
import { stepsOf } from './pointer.ts';

/** The member that distinguishes the branches of a union. */
const TAG = 'type';
const UNIONS: readonly string[] = ['oneOf', 'anyOf'];
/** Keywords whose own error is enough: errors below them are tests, not violations. */
const TESTS: readonly string[] = ['not', 'contains', 'propertyNames'];

/**
 * The errors of a validator, with each failed `oneOf` or `anyOf` replaced by the errors of the intended branch: the
 * one whose `type` matches, else the one whose error lies deepest. Reads each error once: a body can have very many.
 */
export function chooseBranches(found: readonly SchemaViolation[]): readonly SchemaViolation[] {
  const reported: SchemaViolation[] = [];
  for (const error of found) {
    if (UNIONS.includes(error.keyword)) {
      for (const meant of narrow(error, takeBelow(reported, error))) reported.push(meant);
    } else if (TESTS.includes(error.keyword)) {
      takeBelow(reported, error);
      reported.push(error);
    } else if (error.keyword !== 'if') reported.push(error);
  }
  return reported;
}

/** Removes the errors below a keyword from the end of a list: ajv reports them right before the keyword itself. */
function takeBelow(
  reported: SchemaViolation[],
  { schemaPath, instancePath }: SchemaViolation,
): readonly SchemaViolation[] {
  const below = `${schemaPath}/`;
  const inside = `${instancePath}/`;
  let start = reported.length;
  while (start > 0) {
    const previous = reported[start - 1];
    if (!previous?.schemaPath.startsWith(below)) break;
    if (previous.instancePath !== instancePath && !previous.instancePath.startsWith(inside)) break;
    start -= 1;
  }
  const taken = reported.slice(start);
  reported.length = start;
  return taken;
}

type Branch = readonly SchemaViolation[];

function narrow(union: SchemaViolation, below: Branch): Branch {
  const branches = toBranches(union, below);
  const at = union.instancePath;
  const fitting = branches.filter(
    (branch) => !branch.some(({ keyword, instancePath }) => keyword === 'type' && instancePath === at),
  );
  const [only] = fitting;
  if (!only) return [branches.length === 0 ? union : mistyped(union, below)];
  if (fitting.length === 1) return within(union, only);
  return within(union, byTag(union, fitting) ?? combined(union, fitting) ?? deepest(fitting));
}

function toBranches({ schemaPath }: SchemaViolation, below: Branch): readonly Branch[] {
  const branches = Map.groupBy(below, (error) => error.schemaPath.slice(schemaPath.length + 1).split('/')[0]);
  return [...branches.values()];
}

/** An error of a branch stays attached to its union, in case the union is inside a branch itself. */
function within({ schemaPath }: SchemaViolation, branch: Branch): Branch {
  return branch.map((error) => ({ ...error, schemaPath: `${schemaPath}/${error.keyword}` }));
}

/** No branch accepts a value of this type: reports all types that some branch accepts. */
function mistyped(union: SchemaViolation, below: Branch): SchemaViolation {
  const own = below.filter(
    ({ keyword, instancePath }) => keyword === 'type' && instancePath === union.instancePath,
  );
  return { ...union, keyword: 'type', params: { type: unique(own.flatMap(({ params }) => params.type)) } };
}

/** Branches that only require members or only list values are reported in one sentence. */
function combined(union: SchemaViolation, branches: readonly Branch[]): Branch | undefined {
  const at = union.instancePath;
  const all = branches.flat();
  if (all.some(({ instancePath }) => instancePath !== at)) return undefined;
  if (all.every(({ keyword }) => keyword === 'required')) {
    const missing = branches.map((branch) => branch.map(({ params }) => String(params.missingProperty)));
    return [{ ...union, params: { missing } }];
  }
  if (all.every(isListed)) return [listed(union, at, all)];
  const isChoice = branches.every((branch) => branch.length === 1);
  return isChoice ? [{ ...union, params: { alternatives: all } }] : undefined;
}

/** The branch whose `type` matches; if none does, the values that `type` may have. */
function byTag(union: SchemaViolation, branches: readonly Branch[]): Branch | undefined {
  const at = union.instancePath;
  const missing = branches.map((branch) => branch.find((error) => isMissingTag(error, at)));
  if (missing.every((error) => error !== undefined)) return missing.slice(0, 1);
  const isWrongTag = (error: SchemaViolation) => isListed(error) && error.instancePath === `${at}/${TAG}`;
  const wrong = branches.flat().filter(isWrongTag);
  if (wrong.length === 0) return undefined;
  const meant = branches.filter((branch) => !branch.some(isWrongTag));
  return meant.length > 0 ? deepest(meant) : [listed(union, `${at}/${TAG}`, wrong)];
}

function isMissingTag({ keyword, instancePath, params }: SchemaViolation, at: string): boolean {
  return keyword === 'required' && instancePath === at && params.missingProperty === TAG;
}

function isListed({ keyword }: SchemaViolation): boolean {
  return keyword === 'enum' || keyword === 'const';
}

function listed(union: SchemaViolation, instancePath: string, errors: Branch): SchemaViolation {
  const allowedValues = unique(
    errors.flatMap(({ keyword, params }) =>
      keyword === 'const' ? [params.allowedValue] : params.allowedValues,
    ),
  );
  return { ...union, instancePath, keyword: 'enum', params: { allowedValues } };
}

/** The branch with the deepest error came closest; among equals, the one with the fewest errors. */
function deepest(branches: readonly Branch[]): Branch {
  const ranked = branches.map((branch) => ({ branch, depth: depthOf(branch) }));
  ranked.sort((left, right) => right.depth - left.depth || left.branch.length - right.branch.length);
  return ranked[0]?.branch ?? [];
}

function depthOf(branch: Branch): number {
  return branch.reduce((depth, { instancePath }) => Math.max(depth, stepsOf(instancePath).length), 0);
}

function unique(values: readonly unknown[]): readonly unknown[] {
  return [...new Set(values)];
}
