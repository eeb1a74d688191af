import type { ModelSource } from '../contract.ts';
import { isObject, toObject } from '../json.ts';
import { type LintRule, toLabel } from './problem.ts';

/** The billing unit of an operation's output, and the keywords that its models need. */
const OPERATIONS: Readonly<Record<string, { readonly unit: string; readonly needs: readonly string[] }>> = {
  image_generation: { unit: 'image', needs: ['x-sizes'] },
  video_generation: { unit: 'second', needs: ['x-sizes'] },
  chat_completion: { unit: 'token', needs: ['x-text'] },
};

const EXAMPLES: Readonly<Record<string, string>> = {
  'x-sizes': '"x-sizes": { "table": { "1K": { "1:1": "1024x1024" } } }',
  'x-text': '"x-text": { "input_tokens": { "max": 131072 }, "output_tokens": { "max": 32768 } }',
};

/** A model is charged by the unit of its operation. */
export const operationsHaveTheirUnits: LintRule = ({ models }) =>
  models.flatMap((model) => {
    const { unit } = wantsOf(model) ?? {};
    return unit === undefined ? [] : unitFindings(model, unit);
  });

/** A model has all keywords that its operation needs. */
export const operationsHaveTheirKeywords: LintRule = ({ models }) =>
  models.flatMap((model) => missingFindings(model, wantsOf(model)?.needs ?? []));

function wantsOf({ source }: ModelSource) {
  const operation = String(toObject(source['x-model']).operation);
  return Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation] : undefined;
}

function unitFindings({ file, vocabulary }: ModelSource, unit: string) {
  const prices = vocabulary['x-prices'];
  if (!isObject(prices) || prices.unit === undefined || prices.unit === unit) return [];
  const pointer = '/x-prices/unit';
  const message = `${toLabel(pointer)} must be ${JSON.stringify(unit)}, by which models of this operation are charged, not ${JSON.stringify(prices.unit)}`;
  return [{ file, pointer, message }];
}

function missingFindings({ file, vocabulary }: ModelSource, needs: readonly string[]) {
  return needs
    .filter((keyword) => vocabulary[keyword] === undefined)
    .map((keyword) => ({
      file,
      pointer: `/${keyword}`,
      message: `${keyword} is missing, which a model of this operation needs; write for example ${EXAMPLES[keyword]}`,
    }));
}
