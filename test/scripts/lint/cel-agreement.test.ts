import { run } from '@bufbuild/cel';
import { expect, test } from 'vitest';
import type { Json, JsonObject, ModelSource } from '../../../scripts/contract/contract.ts';
import { isObject } from '../../../scripts/contract/json.ts';
import { bindRequest, evaluateFor } from '../../../scripts/contract/lint/expressions/evaluate.ts';
import { listExpressions } from '../../../scripts/contract/lint/expressions/expressions.ts';
import { listSampleRequests } from '../../../scripts/contract/lint/expressions/sample-requests.ts';
import { readModels } from '../../../scripts/contract/models/read-models.ts';
import { ROOT } from './broken-contract.ts';

function listRequests(model: ModelSource): readonly JsonObject[] {
  const examples = model.vocabulary['x-examples'];
  const all = isObject(examples) ? [examples.valid, examples.invalid] : [];
  const requests = all
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((example: Json) => (isObject(example) && isObject(example.request) ? [example.request] : []));
  return [...requests.map((request) => ({ model: model.id, ...request })), ...listSampleRequests(model)];
}

function evaluateByOracle(model: ModelSource, text: string, request: JsonObject): unknown {
  // The library's input type has no name for a plain object of inputs.
  const result: unknown = run(text, { self: bindRequest(model, request) as never });
  return result instanceof Error ? 'error' : result;
}

test('a second CEL implementation gives the same for every expression and example', async () => {
  let compared = 0;
  const differences: string[] = [];
  for (const model of await readModels(ROOT)) {
    for (const { text } of listExpressions(model)) {
      for (const request of listRequests(model)) {
        const outcome = evaluateFor(model, text, request);
        const ours = 'error' in outcome ? 'error' : outcome.value;
        const theirs = evaluateByOracle(model, text, request);
        compared += 1;
        if (ours !== theirs) differences.push(`${text} on ${JSON.stringify(request)}: ${ours} and ${theirs}`);
      }
    }
  }
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(300);
});
