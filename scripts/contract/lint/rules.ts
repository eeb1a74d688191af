import { expressionsHold } from './cel.ts';
import { defaultsFit } from './defaults.ts';
import { modelsFitDialect, requestSchemasCompile } from './dialect.ts';
import { errorsFollowSection7 } from './error-table.ts';
import { examplesProveRules } from './examples.ts';
import { namedFieldsExist } from './fields.ts';
import { identityIsConsistent, modelsAreUnique } from './identity.ts';
import { patternsHaveMessages } from './pattern-messages.ts';
import { policiesAreLeaves } from './policy-leaves.ts';
import type { LintRule } from './problem.ts';
import {
  forbiddenNamesAreFalse,
  schemasHaveProvenance,
  sectionsExist,
  vocabularyHasProvenance,
} from './provenance.ts';
import { ratesCoverSizes } from './rates.ts';
import { filesAreNamedByTitle, filesHaveNoIdentifiers } from './schema-files.ts';
import { sizeTablesAreComplete } from './sizes.ts';

/** The rules that need the data files alone. */
export const dataRules: readonly LintRule[] = [
  modelsFitDialect,
  requestSchemasCompile,
  defaultsFit,
  filesAreNamedByTitle,
  filesHaveNoIdentifiers,
  identityIsConsistent,
  modelsAreUnique,
  schemasHaveProvenance,
  vocabularyHasProvenance,
  forbiddenNamesAreFalse,
  sectionsExist,
  patternsHaveMessages,
  policiesAreLeaves,
  errorsFollowSection7,
  namedFieldsExist,
  sizeTablesAreComplete,
  ratesCoverSizes,
  expressionsHold,
  examplesProveRules,
];
