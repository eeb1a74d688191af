export type { AddedModels } from '../contract/added-models.ts';
export { InvalidRequestError } from '../contract/requests/invalid-request-error.ts';
export {
  hold,
  type ModelRequest,
  type PlanOptions,
  plan,
  price,
  type RequestPlan,
  type ResultSize,
  size,
} from '../contract/requests/plan.ts';
export { type ValidateOptions, validate } from '../contract/requests/validate.ts';
export {
  signWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookMessage,
} from '../contract/signature.ts';
export type { Violation } from '../contract/violations/violation.ts';
