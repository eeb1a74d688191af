export type { AddedModels } from '../../contract/added-models.ts';
export { InvalidRequestError } from '../../contract/requests/invalid-request-error.ts';
export { type Estimate, type EstimateOptions, estimate } from './estimate.ts';
