import type { CatalogueModel } from '../../generated/catalogue.ts';
import { policies } from '../../generated/policies.ts';
import type { UnitPrices } from '../../generated/vocabulary.ts';
import { findModel, type ModelOperation } from './catalogue.ts';
import { parseDimensions } from './ratio.ts';
import type { SizePlan } from './size.ts';

/** An operation that makes something: text is answered at once and has no tasks. */
export type TaskOperation = Exclude<ModelOperation, 'chat_completion'>;

/** What a task keeps of its model: prices stay as they were at submission. */
export interface TaskModel {
  readonly modelId: string;
  readonly operation: TaskOperation;
  readonly prices: UnitPrices;
}

/** The model a task is for: that of the contract, or the base contract under the name nobody knows. */
export function modelOfTask({ modelId, operation, prices }: TaskModel): CatalogueModel {
  const model = findModel(modelId) ?? baseModel(operation, modelId);
  return model.prices === prices ? model : { ...model, prices };
}

/** A model without a contract of its own: callable, with nothing known but a size and a price (sections 2.1 and 2.2, `base`). */
export function baseModel(operation: TaskOperation, name: string): CatalogueModel {
  const { unit, rate } = policies.base_contract[operation];
  const seconds = String(policies.base_contract.video_generation.seconds);
  return {
    title: name,
    description: '',
    identity: unknownIdentity(name, operation),
    prices: { unit, rates: [{ rate }] },
    output: operation === 'video_generation' ? { kind: 'video', video: { seconds } } : { kind: 'image' },
    forbidden: {},
    rules: [],
    defaults: {},
    fields: {},
  };
}

/** What is known of a model that only a key's allow-list names: its name. */
export function unknownIdentity(name: string, operation: ModelOperation): CatalogueModel['identity'] {
  return {
    id: name,
    spellings: [name],
    owned_by: 'unknown',
    created: 0,
    category: CATEGORIES[operation],
    capability_tags: [],
    operation,
    method: 'POST',
    endpoint: '',
    endpoints: [''],
    supported_endpoint_types: [''],
    schema_version: '',
  };
}

const CATEGORIES = { image_generation: 'image', video_generation: 'video', chat_completion: 'chat' } as const;

/** The one size of the base contract. */
export function baseSize(operation: TaskOperation): SizePlan {
  return { kind: 'fixed', tier: undefined, ...parseDimensions(policies.base_contract[operation].size) };
}
