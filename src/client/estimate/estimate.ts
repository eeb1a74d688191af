import type { OperationRequests } from '../../../generated/model-types.ts';
import type { AddedModels } from '../../contract/added-models.ts';
import { type PlanOptions, plan, type RequestPlan } from '../../contract/requests/plan.ts';
import type { ModelTypes, TaskRequest } from '../requests.ts';

/** What is known besides the request. */
export interface EstimateOptions<Types extends ModelTypes = OperationRequests> extends PlanOptions {
  /** Models of your own, by which the request is typed, too: what `gatewright generate` writes as `models.mjs`. */
  readonly models?: AddedModels<Types>;
}

/** What a request makes and costs. */
export type Estimate = RequestPlan;

/**
 * Estimates an image or video request by the contract, without a network. References are not looked at: a gateway may still
 * refuse one. Throws an `InvalidRequestError` for a request that violates the contract.
 */
export function estimate<Types extends ModelTypes = OperationRequests>(
  request: TaskRequest<Types>,
  options: EstimateOptions<Types> = {},
): Estimate {
  return plan({ ...request, model: String(request.model) }, options);
}
