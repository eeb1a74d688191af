import { type ASTNode, Environment, serialize } from '@marcbachmann/cel-js';
import { closestName } from '../../../../src/contract/names/closest-name.ts';
import type { JsonObject, ModelSource } from '../../contract.ts';
import { toObject } from '../../json.ts';
import type { LintRule } from '../problem.ts';
import { evaluateFor, firstLine } from './evaluate.ts';
import { listExpressions, listNodes, type ModelExpression } from './expressions.ts';
import { explainTypes } from './overloads.ts';
import { listSampleRequests } from './sample-requests.ts';
import { toSelfFields } from './self-type.ts';

/** Every CEL expression parses, has its required type for the request schema, and evaluates on the smallest requests. */
export const expressionsHold: LintRule = ({ models }) =>
  models.flatMap((model) => {
    const check = createChecker(model);
    const samples = listSampleRequests(model);
    return listExpressions(model).flatMap((expression) => {
      const fault = check(expression) ?? findFailure(model, expression, samples);
      if (fault === undefined) return [];
      const about = /No such key: (\w+)/.exec(fault)?.[1];
      const finding = { file: model.file, pointer: expression.pointer, message: fault };
      return [about === undefined ? finding : { ...finding, about }];
    });
  });

function createChecker({ requestSchema }: ModelSource) {
  // The library's type of a schema accepts what `toSelfFields` returns, but is mutable.
  const schema = toSelfFields(requestSchema) as never;
  const environment = new Environment().registerVariable({ name: 'self', schema });
  const misfit = (error: unknown) =>
    `CEL does not fit the request: ${explainTypes(firstLine(error))}${hintAt(firstLine(error), requestSchema)}`;
  return ({ text, type }: ModelExpression): string | undefined => {
    try {
      const program = environment.parse(text);
      const result = program.check();
      if (!result.valid) return misfit(result.error);
      if (result.type !== type) return `CEL must give ${type}, not ${result.type}.`;
      const unknown = findUnknownField(program.ast, environment);
      return unknown && `${misfit(unknown.error)} in has(${unknown.argument})`;
    } catch (error) {
      return `CEL does not parse: ${firstLine(error)} in ${JSON.stringify(text)}${operatorHint(text)}`;
    }
  };
}

/** The name that was probably meant by an unknown one. */
function hintAt(complaint: string, { properties }: JsonObject): string {
  const fields = Object.keys(toObject(properties));
  const variable = /^Unknown variable: (\w+)$/.exec(complaint)?.[1] ?? '';
  if (fields.includes(variable)) return `; a field of the request is written self.${variable}`;
  const name = /^No such key: (\w+)$/.exec(complaint)?.[1] ?? '';
  const closest = closestName(name, fields);
  return closest === undefined || closest === name ? '' : `; did you mean ${closest}?`;
}

/** Operators of other languages. */
function operatorHint(text: string): string {
  const bare = text.replaceAll(/'[^']*'|"[^"]*"/g, '');
  if (/[!=]==/.test(bare)) return '; CEL compares with == and !=';
  if (/[^=!<>]=[^=]/.test(bare)) return '; CEL compares with ==';
  return /\b(?:and|or|not)\b/i.test(bare) ? '; CEL writes &&, || and !' : '';
}

/** The checker accepts `has()` of a field that does not exist: its argument is checked separately. */
function findUnknownField(ast: ASTNode, environment: Environment) {
  const calls = listNodes(ast).flatMap(({ op, args }) => (op === 'call' && args[0] === 'has' ? args[1] : []));
  for (const node of calls) {
    const argument = serialize(node);
    const result = environment.check(argument);
    if (!result.valid) return { argument, error: result.error };
  }
  return undefined;
}

function findFailure(
  model: ModelSource,
  { text }: ModelExpression,
  samples: readonly JsonObject[],
): string | undefined {
  for (const request of samples) {
    const outcome = evaluateFor(model, text, request);
    if ('error' in outcome) {
      return `CEL fails on ${JSON.stringify(request)}: ${outcome.error}; check optional fields with has() first.`;
    }
  }
  return undefined;
}
