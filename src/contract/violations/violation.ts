import type { components } from '../../../generated/openapi-types.ts';

export type Violation = components['schemas']['ErrorViolation'];
