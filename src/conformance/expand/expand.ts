import { plainEvaluator } from '../language/expressions.ts';
import { type Evaluate, fillTemplate } from '../language/template.ts';
import { toObject } from '../suite/json.ts';
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
  return cases.flatMap((one) => expandModels(one, rowsByName).flatMap(expandRows));
}

/** The rows of the expansions that are used, by name. Whoever asks for one case does not pay for the others. */
function expandUsed(
  names: ReadonlySet<string>,
  models: Suite['models'],
): ReadonlyMap<string, readonly Row[]> {
  if (names.size === 0) return new Map();
  const withBases = models.map((model) => ({ ...model, base: baseOf(model) }));
  const used = Object.entries(expansions).filter(([name]) => names.has(name));
  return new Map(used.map(([name, expand]) => [name, withBases.flatMap(expand).map(toRow)]));
}

/** One value of an expansion, with the evaluator over it, which converts it once for all cases. */
interface Row extends Expanded {
  readonly evaluate: Evaluate;
}

function toRow(expanded: Expanded): Row {
  return { ...expanded, evaluate: plainEvaluator.over(expanded.values) };
}

function expandModels(
  one: FiledCase,
  rowsByName: ReadonlyMap<string, readonly Row[]>,
): readonly ExpandedCase[] {
  if (one.each === undefined) return [{ ...one, values: {} }];
  const rows = rowsByName.get(one.each);
  if (!rows) throw new Error(`${one.file}: ${one.id}: there is no expansion ${one.each}`);
  return rows
    .filter(({ evaluate }) => one.where === undefined || evaluate(one.where) === true)
    .map((row) => withValues({ ...one, needs: needsOf(one, row.values) }, row));
}

/** A case that comes from a model file needs a target that lists the model. */
function needsOf({ needs = [] }: FiledCase, { model }: Expanded['values']): readonly string[] {
  return [...needs, `model:${String(toObject(model).id)}`];
}

function expandRows(one: ExpandedCase): readonly ExpandedCase[] {
  if (!one.for) return [one];
  return one.for.map((row) => withValues(one, toRow({ name: row.name, values: { ...one.values, ...row } })));
}

function withValues(one: FiledCase, { name, values, evaluate }: Row): ExpandedCase {
  return { ...one, id: `${one.id}/${name}`, title: String(fillTemplate(one.title, evaluate)), values };
}
