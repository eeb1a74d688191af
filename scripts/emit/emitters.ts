import type { Emitter } from '../contract/contract.ts';
import { emitCatalogue } from './catalogue.ts';
import { emitClient } from './client.ts';
import { emitComponentFields } from './component-fields.ts';
import { emitRequirementPages } from './conformance/requirement-pages.ts';
import { emitConformanceModels } from './conformance-models.ts';
import { emitDocument } from './document.ts';
import { emitErrors } from './errors.ts';
import { emitMessages } from './messages.ts';
import { emitMockControl } from './mock-control.ts';
import { emitModelTypes } from './model-types.ts';
import { emitOpenApiTypes } from './openapi-types.ts';
import { emitOperations } from './operations.ts';
import { emitPatternMessages } from './pattern-messages.ts';
import { emitPolicies } from './policies.ts';
import { emitPublishedSchemas } from './published-schemas.ts';
import { emitRouter } from './router.ts';
import { emitSdkProfile } from './sdk/profile.ts';
import { emitStub } from './stub.ts';
import { emitValidators } from './validators.ts';
import { emitVocabulary } from './vocabulary.ts';
import { emitWorkflows } from './workflows.ts';

/** Every emitter of the project; they do not depend on each other's files and run concurrently. */
export const emitters: readonly Emitter[] = [
  emitCatalogue,
  emitClient,
  emitComponentFields,
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
  emitStub,
  emitValidators,
  emitVocabulary,
  emitWorkflows,
];
