import path from 'node:path';
import { closestName } from '../../../../src/contract/names/closest-name.ts';
import type { JsonObject, ModelSource } from '../../contract.ts';
import type { ContractFile } from '../../files/data-file.ts';
import { isObject, stringList, toObject } from '../../json.ts';
import { type Finding, type LintRule, toLabel, toStep } from '../problem.ts';
import { TAGS } from './identity.ts';

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
export const operationsHaveTheirUnits: LintRule = ({ models, operations }) =>
  models.flatMap((model) => {
    const { unit } = wantsOf(model) ?? {};
    const prices = model.vocabulary['x-prices'];
    if (unit === undefined || !isObject(prices) || prices.unit === unit) return [];
    return [otherOperation(model, operations) ?? unitFinding(model, prices, unit)];
  });

/** A model has all keywords that its operation needs. */
export const operationsHaveTheirKeywords: LintRule = ({ models }) =>
  models.flatMap((model) => missingFindings(model, wantsOf(model)?.needs ?? []));

/** A video model says how long its clips are: without that, every clip has one second. */
export const clipsHaveTheirLength: LintRule = ({ models }) =>
  models
    .filter(({ source }) => toObject(source['x-model']).operation === 'video_generation')
    .filter(({ vocabulary }) => toObject(vocabulary['x-output']).video === undefined)
    .map(({ file }) => ({
      file,
      pointer: '/x-output/video',
      message:
        'x-output.video is missing, which a video model needs: every clip would last one second; write for example "x-output": { "video": { "seconds": "4" } }',
    }));

function wantsOf({ source }: ModelSource) {
  const operation = String(toObject(source['x-model']).operation);
  return Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation] : undefined;
}

function unitFinding({ file }: ModelSource, prices: JsonObject, unit: string): Finding {
  const pointer = '/x-prices/unit';
  const wanted = JSON.stringify(unit);
  if (prices.unit !== undefined) {
    const message = `${toLabel(pointer)} must be ${wanted}, by which models of this operation are charged, not ${JSON.stringify(prices.unit)}`;
    return { file, pointer, message };
  }
  const misspelled = Object.keys(prices).find((name) => closestName(name, ['unit']) !== undefined);
  if (misspelled === undefined)
    return { file, pointer, message: `${toLabel(pointer)} is missing; write "unit": ${wanted}` };
  const message = `x-prices: unknown keyword ${JSON.stringify(misspelled)}; did you mean "unit"?`;
  return { file, pointer: `/x-prices/${toStep(misspelled)}`, message };
}

/** If the unit and all tags belong to another operation, the operation is wrong rather than everything else. */
function otherOperation(
  { file, source, vocabulary }: ModelSource,
  operations: readonly ContractFile[],
): Finding | undefined {
  const { operation, capability_tags: tags } = toObject(source['x-model']);
  const { unit } = toObject(vocabulary['x-prices']);
  const [other] = Object.entries(OPERATIONS).find(([, wants]) => wants.unit === unit) ?? [];
  const defaults = operations.find((candidate) => path.basename(candidate.file, '.json') === other);
  const known = TAGS[String(toObject(defaults?.source['x-model']).category)] ?? [];
  const given = stringList(tags);
  if (other === undefined || given.length === 0 || !given.every((tag) => known.includes(tag)))
    return undefined;
  const message = `x-model.operation is ${JSON.stringify(operation)}, but the unit of the prices and the tags are those of ${other}: correct one or the other`;
  return { file, pointer: '/x-model/operation', message, spoils: Object.keys(source) };
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
