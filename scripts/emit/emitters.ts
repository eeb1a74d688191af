import type { Emitter } from '../contract/contract.ts';
import { emitClient } from './code/client.ts';
import { emitModelTypes } from './code/model-types.ts';
import { emitOpenApiTypes } from './code/openapi-types.ts';
import { emitOperations } from './code/operations.ts';
import { emitRouter } from './code/router.ts';
import { emitStreamEvents } from './code/stream-events.ts';
import { emitStub } from './code/stub.ts';
import { emitValidators } from './code/validators.ts';
import { emitRequirementPages } from './conformance/requirement-pages.ts';
import { emitSuite } from './conformance/suite.ts';
import { emitConformanceModels } from './conformance-models.ts';
import { emitDocument } from './documents/document.ts';
import { emitWorkflows } from './documents/workflows.ts';
import { emitMockControl } from './mock-control.ts';
import { emitSdkProfile } from './sdk/profile.ts';
import { emitCatalogue } from './tables/catalogue.ts';
import { emitErrors } from './tables/errors.ts';
import { emitMessages } from './tables/messages.ts';
import { emitPatternMessages } from './tables/pattern-messages.ts';
import { emitPolicies } from './tables/policies.ts';
import { emitPublishedSchemas } from './tables/published-schemas.ts';
import { emitRequestFields } from './tables/request-fields.ts';
import { emitVocabulary } from './tables/vocabulary.ts';

/** Every emitter of the project; they do not depend on each other's files and run concurrently. */
export const emitters: readonly Emitter[] = [
  emitCatalogue,
  emitClient,
  emitRequestFields,
  emitConformanceModels,
  emitDocument,
  emitErrors,
  emitMockControl,
  emitMessages,
  emitModelTypes,
  emitOpenApiTypes,
  emitOperations,
  emitPatternMessages,
  emitPolicies,
  emitPublishedSchemas,
  emitRequirementPages,
  emitRouter,
  emitSdkProfile,
  emitStreamEvents,
  emitStub,
  emitSuite,
  emitValidators,
  emitVocabulary,
  emitWorkflows,
];
