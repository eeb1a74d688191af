import { plainEvaluator, type Scope } from '../language/expressions.ts';
import { fillTemplate } from '../language/template.ts';
import { type JsonObject, toObject } from '../suite/json.ts';
import type { FiledCase, Suite } from '../suite/suite.ts';
import { type Expanded, expansions } from './expansions.ts';
import { baseOf } from './model-bodies.ts';

/** A case with the values of one row or one model. */
export interface ExpandedCase extends FiledCase {
  readonly values: Readonly<Record<string, unknown>>;
}

/** Every case, once for each row and each value of its expansion, whose name is appended to the id. */
export function expandCases({ cases, models }: Pick<Suite, 'cases' | 'models'>): readonly ExpandedCase[] {
  const rowsByName = expandUsed(new Set(cases.flatMap(({ each }) => each ?? [])), models);
  return cases.flatMap((one) =>
    expandModels(one, rowsByName).flatMap(([expanded, scope]) => expandRows(expanded, scope)),
  );
}

/** One value of an expansion, with the scope of its values, which converts each once for all cases. */
interface Row extends Expanded {
  readonly scope: Scope;
}

/** The rows of the expansions that are used, by name. Whoever asks for one case does not pay for the others. */
function expandUsed(
  names: ReadonlySet<string>,
  models: Suite['models'],
): ReadonlyMap<string, readonly Row[]> {
  if (names.size === 0) return new Map();
  const expand = models.map(expanderOf);
  const used = [...names].filter((name) => name in expansions);
  return new Map(used.map((name) => [name, expand.flatMap((rows) => rows(name))]));
}

/** Expands one model, which is converted once for all rows. */
function expanderOf(model: JsonObject): (name: string) => readonly Row[] {
  const withBase = { ...model, base: baseOf(model) };
  const scope = plainEvaluator.over({ model: withBase });
  return (name) =>
    (expansions[name]?.(withBase) ?? []).map((row) => ({
      name: row.name,
      values: { model: withBase, ...row.values },
      scope: scope.with(row.values),
    }));
}

function expandModels(
  one: FiledCase,
  rowsByName: ReadonlyMap<string, readonly Row[]>,
): readonly (readonly [ExpandedCase, Scope])[] {
  if (one.each === undefined) return [[{ ...one, values: {} }, plainEvaluator.over({})]];
  const rows = rowsByName.get(one.each);
  if (!rows) throw new Error(`${one.file}: ${one.id}: there is no expansion ${one.each}`);
  return rows
    .filter(({ scope }) => one.where === undefined || scope(one.where) === true)
    .map((row) => [withValues({ ...one, needs: needsOf(one, row.values) }, row), row.scope]);
}

/** A case that comes from a model file needs a target that lists the model. */
function needsOf({ needs = [] }: FiledCase, { model }: Expanded['values']): readonly string[] {
  return [...needs, `model:${String(toObject(model).id)}`];
}

function expandRows(one: ExpandedCase, scope: Scope): readonly ExpandedCase[] {
  if (!one.for) return [one];
  return one.for.map((row) =>
    withValues(one, { name: row.name, values: { ...one.values, ...row }, scope: scope.with(row) }),
  );
}

function withValues(one: FiledCase, { name, values, scope }: Row): ExpandedCase {
  return { ...one, id: `${one.id}/${name}`, title: String(fillTemplate(one.title, scope)), values };
}
