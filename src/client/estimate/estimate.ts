import { type PlanOptions, plan, type RequestPlan } from '../../contract/requests/plan.ts';
import type { TaskRequest } from '../requests.ts';

/** What is known besides the request. */
export type EstimateOptions = PlanOptions;

/** What a request makes and costs. */
export type Estimate = RequestPlan;

/**
 * Estimates an image or video request by the contract, without a network. References are not looked at: a gateway may still
 * refuse one. Throws an `InvalidRequestError` for a request that violates the contract.
 */
export function estimate(request: TaskRequest, options: EstimateOptions = {}): Estimate {
  return plan({ ...request }, options);
}
