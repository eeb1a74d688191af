import { plainEvaluator } from '../language/expressions.ts';
import { fillTemplate } from '../language/template.ts';
import { toObject } from '../suite/json.ts';
import type { FiledCase, Suite } from '../suite/suite.ts';
import { type Expanded, expansions } from './expansions.ts';

/** A case with the values of one row or one model. */
export interface ExpandedCase extends FiledCase {
  readonly values: Readonly<Record<string, unknown>>;
}

const { evaluate } = plainEvaluator;

/** Every case, once for each row and each value of its expansion, whose name is appended to the id. */
export function expandCases({ cases, models }: Pick<Suite, 'cases' | 'models'>): readonly ExpandedCase[] {
  return cases.flatMap((one) => expandModels(one, models).flatMap(expandRows));
}

function expandModels(one: FiledCase, models: Suite['models']): readonly ExpandedCase[] {
  if (one.each === undefined) return [{ ...one, values: {} }];
  const expand = expansions[one.each];
  if (!expand) throw new Error(`${one.file}: ${one.id}: there is no expansion ${one.each}`);
  return models
    .flatMap(expand)
    .filter(({ values }) => one.where === undefined || evaluate(one.where, values) === true)
    .map(({ name, values }) => withValues({ ...one, needs: needsOf(one, values) }, name, values));
}

/** A case that comes from a model file needs a target that lists the model. */
function needsOf({ needs = [] }: FiledCase, { model }: Expanded['values']): readonly string[] {
  return [...needs, `model:${String(toObject(model).id)}`];
}

function expandRows(one: ExpandedCase): readonly ExpandedCase[] {
  return one.for ? one.for.map((row) => withValues(one, row.name, { ...one.values, ...row })) : [one];
}

function withValues(one: FiledCase, name: string, values: Readonly<Record<string, unknown>>): ExpandedCase {
  const title = String(fillTemplate(one.title, (expression) => evaluate(expression, values)));
  return { ...one, id: `${one.id}/${name}`, title, values };
}
