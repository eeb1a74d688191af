import { expressionsHold } from './expressions/cel.ts';
import { defaultsKeepRules } from './expressions/default-rules.ts';
import { examplesProveRules } from './expressions/examples.ts';
import { matchesAreFast } from './expressions/matches.ts';
import { outputsMakeSense } from './expressions/output-values.ts';
import { namedFieldsExist } from './models/fields.ts';
import { forbiddenNamesAreFalse } from './models/forbidden.ts';
import { descriptionsNameTheirModel, identityIsConsistent, modelsAreUnique } from './models/identity.ts';
import { endpointsExist, unionsHoldModels } from './models/manifest.ts';
import {
  clipsHaveTheirLength,
  operationsHaveTheirKeywords,
  operationsHaveTheirUnits,
} from './models/operation-keywords.ts';
import { referencesFitSources, referencesHaveLimits } from './models/reference-sources.ts';
import { referencesExist } from './models/references.ts';
import { toolsHaveNoLimits, toolsHavePrices } from './models/tools.ts';
import { errorsFollowSection7 } from './policies/error-table.ts';
import { failuresHaveTexts } from './policies/failure-texts.ts';
import { policiesAreLeaves } from './policies/policy-leaves.ts';
import { schemasHaveProvenance, sectionsExist, vocabularyHasProvenance } from './policies/provenance.ts';
import type { LintRule } from './problem.ts';
import { defaultsFit } from './schemas/defaults.ts';
import { modelsFitDialect, sharedFilesFitDialect } from './schemas/dialect.ts';
import { patternsAreFast } from './schemas/exponential-patterns.ts';
import { fieldsKeepTheirLimits } from './schemas/limited-fields.ts';
import { namesAreUsable } from './schemas/member-names.ts';
import { patternsHaveMessages } from './schemas/pattern-messages.ts';
import { requestSchemasCompile } from './schemas/schema-compiles.ts';
import { filesAreNamedByTitle, filesHaveNoIdentifiers } from './schemas/schema-files.ts';
import { schemasCanBeMet } from './schemas/schema-values.ts';
import { keywordsFitOperation } from './schemas/unused-keywords.ts';
import { ratesCoverSizes } from './sizes/rates.ts';
import { sizesCanBeGenerated } from './sizes/size-limits.ts';
import { sizesOfRequestsExist, sizeTablesAreComplete } from './sizes/sizes.ts';
import { tiersHaveRows } from './sizes/tiers.ts';

/** A rule, and when its findings in a model file are not just consequences. */
export interface LintStep {
  readonly rule: LintRule;
  /** Members that have to be valid before the rule makes sense. */
  readonly needs?: readonly string[];
  /** An earlier finding on a member makes those of this rule redundant. */
  readonly isSecondOpinion?: boolean;
  /** The rule checks each property separately: only earlier findings on the same property make its findings consequences. */
  readonly isByProperty?: boolean;
  /** A model with a finding is not tried by later rules, which might never end. */
  readonly isLast?: boolean;
}

const SCHEMA = ['type', 'required', 'properties', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else'];

/** The rules that need only the data files, the most telling first. */
export const dataSteps: readonly LintStep[] = [
  { rule: filesAreNamedByTitle },
  { rule: filesHaveNoIdentifiers },
  { rule: operationsHaveTheirUnits },
  { rule: keywordsFitOperation, needs: ['x-model'] },
  { rule: modelsFitDialect, isSecondOpinion: true },
  { rule: sharedFilesFitDialect },
  { rule: namesAreUsable },
  { rule: schemasHaveProvenance, needs: ['x-provenance'] },
  { rule: vocabularyHasProvenance, needs: ['x-provenance'] },
  { rule: sectionsExist },
  { rule: forbiddenNamesAreFalse },
  { rule: policiesAreLeaves },
  { rule: errorsFollowSection7 },
  { rule: failuresHaveTexts },
  { rule: referencesExist },
  { rule: identityIsConsistent, needs: ['x-model'] },
  { rule: modelsAreUnique },
  { rule: descriptionsNameTheirModel, needs: ['x-model'] },
  { rule: operationsHaveTheirKeywords, needs: ['x-model', 'x-text', 'x-sizes'] },
  { rule: requestSchemasCompile, needs: SCHEMA },
  { rule: schemasCanBeMet, needs: SCHEMA },
  { rule: patternsAreFast, isLast: true },
  { rule: patternsHaveMessages, needs: SCHEMA },
  { rule: defaultsFit, isByProperty: true },
  { rule: namedFieldsExist, needs: SCHEMA, isSecondOpinion: true },
  { rule: referencesFitSources, needs: [...SCHEMA, 'x-media'] },
  { rule: referencesHaveLimits, needs: [...SCHEMA, 'x-media'] },
  { rule: sizeTablesAreComplete, needs: ['x-sizes'] },
  { rule: tiersHaveRows, needs: ['x-sizes'] },
  { rule: sizesCanBeGenerated, needs: [...SCHEMA, 'x-sizes', 'x-media', 'x-output'] },
  { rule: toolsHavePrices, needs: ['x-text', 'x-prices'] },
  { rule: toolsHaveNoLimits, needs: ['x-model', 'properties'] },
  { rule: ratesCoverSizes, needs: ['x-prices', 'x-sizes'] },
  { rule: expressionsHold, needs: SCHEMA },
  { rule: matchesAreFast },
  { rule: fieldsKeepTheirLimits, needs: [...SCHEMA, 'x-model', 'x-text'] },
  { rule: clipsHaveTheirLength, needs: ['x-model', 'x-output'] },
  { rule: sizesOfRequestsExist, needs: [...SCHEMA, 'x-sizes', 'x-examples'] },
  { rule: defaultsKeepRules, needs: [...SCHEMA, 'x-validations', 'x-examples'] },
  { rule: outputsMakeSense, needs: [...SCHEMA, 'x-output', 'x-validations', 'x-examples'] },
  { rule: examplesProveRules, needs: [...SCHEMA, 'x-model', 'x-validations', 'x-forbidden', 'x-examples'] },
];

/** The rules that need the bundled document. */
export const documentSteps: readonly LintStep[] = [
  { rule: unionsHoldModels },
  { rule: endpointsExist, needs: ['x-model'] },
];
