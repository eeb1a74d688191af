import type { JsonObject, ModelSource } from '../../contract.ts';
import { isObject, stringList, toEntries, toList, toObject, toText } from '../../json.ts';
import { type Finding, type LintRule, toStep } from '../problem.ts';
import { spaced } from '../wish.ts';
import { exampleRequests, fieldsReadBy } from './edge-requests.ts';
import { evaluateFor } from './evaluate.ts';
import { tryCompileRequest } from './request-validator.ts';

/** A request without optional fields breaks no rule: defaults that break one make every such request fail. */
export const defaultsKeepRules: LintRule = ({ models }) =>
  models.flatMap((model) => {
    const request = bareRequest(model);
    if (!request) return [];
    return toList(model.vocabulary['x-validations']).flatMap((rule) =>
      ruleFindings(model, toObject(rule), request),
    );
  });

/** The required fields of the shortest valid example; the whole example where that is not enough. */
function bareRequest(model: ModelSource): JsonObject | undefined {
  const [shortest] = exampleRequests(model);
  const validate = tryCompileRequest(model.requestSchema);
  if (!shortest || validate?.(shortest).length !== 0) return undefined;
  const required = stringList(model.requestSchema.required);
  const bare = Object.fromEntries(toEntries(shortest).filter(([name]) => required.includes(name)));
  return validate(bare).length === 0 ? bare : shortest;
}

function ruleFindings(
  model: ModelSource,
  { id, rule, path }: JsonObject,
  request: JsonObject,
): readonly Finding[] {
  const text = toText(rule);
  const fields = fieldsReadBy(text);
  const properties = toObject(model.requestSchema.properties);
  const defaults = fields.filter(
    (name) => isObject(properties[name]) && properties[name].default !== undefined,
  );
  const isByDefault = defaults.length > 0 && fields.every((name) => request[name] === undefined);
  const outcome = isByDefault ? evaluateFor(model, text, request) : undefined;
  if (!outcome || 'error' in outcome || outcome.value === true) return [];
  const blamed = defaults.find((name) => path === `/${name}`) ?? defaults[0] ?? '';
  const values = defaults.map((name) => `"${name}" ${spaced(toObject(properties[name]).default ?? null)}`);
  const verb = values.length > 1 ? 'defaults' : 'default';
  const message = `The ${verb} ${values.join(' and ')} break${values.length > 1 ? '' : 's'} the rule ${toText(id)}: every request without ${fields.join(' and ')} is rejected.`;
  const pointer = `/properties/${toStep(blamed)}/default`;
  return [{ file: model.file, pointer, message, spoils: ['x-examples'] }];
}
