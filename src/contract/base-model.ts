import type { CatalogueModel } from '../../generated/catalogue.ts';
import { operations } from '../../generated/operations.ts';
import * as policies from '../../generated/policy-sections.ts';
import type { UnitPrices } from '../../generated/vocabulary.ts';
import { type Catalogue, type ModelOperation, models } from './catalogue.ts';
import { parseDimensions } from './sizes/ratio.ts';
import type { SizePlan } from './sizes/size.ts';

/** An operation that creates tasks: text is answered directly. */
export type TaskOperation = Exclude<ModelOperation, 'chat_completion'>;

/** The parts of its model that a task stores: prices stay as they were at submission. */
export interface TaskModel {
  readonly modelId: string;
  readonly operation: TaskOperation;
  readonly prices: UnitPrices;
}

/** The operations that accept a name without metadata: all of them (section 2.1). */
export const baseOperations = [
  'image_generation',
  'video_generation',
  'chat_completion',
] as const satisfies readonly ModelOperation[];

/** The model of a task: that of the contract, or the base contract under a name without metadata. */
export function modelOfTask({ modelId, operation, prices }: TaskModel, catalogue: Catalogue): CatalogueModel {
  return { ...(catalogue.find(modelId) ?? baseModel(operation, modelId)), prices };
}

/** A model without a contract of its own: callable, but only its sizes and prices are known (sections 2.1 and 2.2, `base`). */
export function baseModel(operation: ModelOperation, name: string): CatalogueModel {
  return {
    title: name,
    description: '',
    identity: baseIdentity(operation, name),
    ...(operation === 'chat_completion' ? baseText() : baseOutput(operation)),
    forbidden: {},
    rules: [],
    defaults: {},
    fields: {},
  };
}

function baseOutput(operation: TaskOperation): Pick<CatalogueModel, 'prices' | 'output'> {
  const { unit, rate } = policies.base_contract[operation];
  const prices: UnitPrices = { unit, rates: [{ rate }] };
  if (operation === 'image_generation') return { prices, output: { kind: 'image' } };
  const seconds = String(policies.base_contract.video_generation.seconds);
  return { prices, output: { kind: 'video', video: { seconds } } };
}

function baseText(): Pick<CatalogueModel, 'prices' | 'text'> {
  const { per, input, output, max_input_tokens, max_output_tokens } = policies.base_contract.chat_completion;
  return {
    prices: { unit: 'token', per, tokens: { input, cached_input: input, output } },
    text: { input_tokens: { max: max_input_tokens }, output_tokens: { max: max_output_tokens } },
  };
}

const SUBMITS = {
  image_generation: { category: 'image', submit: operations.createImage, others: [] },
  video_generation: { category: 'video', submit: operations.createVideo, others: [] },
  chat_completion: {
    category: 'chat',
    submit: operations.createChatCompletion,
    others: [operations.createResponse.path],
  },
} as const;

/** All endpoint dialects, by operation: a name without metadata is callable on each endpoint. */
const [DIALECT = '', ...OTHER_DIALECTS] = new Set(
  models
    .toSorted((left, right) => (left.identity.operation < right.identity.operation ? -1 : 1))
    .flatMap(({ identity }) => identity.supported_endpoint_types),
);

/** The `operationId` that such a request is sent to. */
export function operationIdOf(operation: ModelOperation) {
  return SUBMITS[operation].submit.operationId;
}

function baseIdentity(operation: ModelOperation, name: string): CatalogueModel['identity'] {
  const { category, submit, others } = SUBMITS[operation];
  return {
    id: name,
    spellings: [name],
    owned_by: 'unknown',
    created: 0,
    category,
    capability_tags: [],
    operation,
    method: submit.method,
    endpoint: submit.path,
    endpoints: [submit.path, ...others],
    supported_endpoint_types: [DIALECT, ...OTHER_DIALECTS],
    schema_version: policies.base_contract.schema_version,
  };
}

/** The one size of the base contract. */
export function baseSize(operation: TaskOperation): SizePlan {
  return { kind: 'fixed', tier: undefined, ...parseDimensions(policies.base_contract[operation].size) };
}
