export { type Estimate, type EstimateOptions, estimate, InvalidRequestError } from './estimate.ts';
