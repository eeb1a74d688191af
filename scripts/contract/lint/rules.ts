import { expressionsHold } from './cel.ts';
import { defaultsKeepRules } from './default-rules.ts';
import { defaultsFit } from './defaults.ts';
import { modelsFitDialect, sharedFilesFitDialect } from './dialect.ts';
import { errorsFollowSection7 } from './error-table.ts';
import { examplesProveRules } from './examples.ts';
import { failuresHaveTexts } from './failure-texts.ts';
import { namedFieldsExist } from './fields.ts';
import { forbiddenNamesAreFalse } from './forbidden.ts';
import { descriptionsNameTheirModel, identityIsConsistent, modelsAreUnique } from './identity.ts';
import { fieldsKeepTheirLimits } from './limited-fields.ts';
import { endpointsExist, unionsHoldModels } from './manifest.ts';
import { namesAreUsable } from './member-names.ts';
import { operationsHaveTheirKeywords, operationsHaveTheirUnits } from './operation-keywords.ts';
import { outputsMakeSense } from './output-values.ts';
import { patternsHaveMessages } from './pattern-messages.ts';
import { policiesAreLeaves } from './policy-leaves.ts';
import type { LintRule } from './problem.ts';
import { schemasHaveProvenance, sectionsExist, vocabularyHasProvenance } from './provenance.ts';
import { ratesCoverSizes } from './rates.ts';
import { referencesFitSources } from './reference-sources.ts';
import { referencesExist } from './references.ts';
import { requestSchemasCompile } from './schema-compiles.ts';
import { filesAreNamedByTitle, filesHaveNoIdentifiers } from './schema-files.ts';
import { schemasCanBeMet } from './schema-values.ts';
import { sizesCanBeGenerated } from './size-limits.ts';
import { sizesOfRequestsExist, sizeTablesAreComplete } from './sizes.ts';
import { tiersHaveRows } from './tiers.ts';
import { toolsHavePrices } from './tools.ts';
import { keywordsFitOperation } from './unused-keywords.ts';

/** A rule, and when its findings in a model file are not just consequences. */
export interface LintStep {
  readonly rule: LintRule;
  /** Members that have to be valid before the rule makes sense. */
  readonly needs?: readonly string[];
  /** An earlier finding on a member makes those of this rule redundant. */
  readonly isSecondOpinion?: boolean;
  /** It looks at each property by itself: only earlier findings on the same property make its findings consequences. */
  readonly isByProperty?: boolean;
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
  { rule: patternsHaveMessages, needs: SCHEMA },
  { rule: defaultsFit, isByProperty: true },
  { rule: namedFieldsExist, needs: SCHEMA, isSecondOpinion: true },
  { rule: referencesFitSources, needs: [...SCHEMA, 'x-media'] },
  { rule: sizeTablesAreComplete, needs: ['x-sizes'] },
  { rule: tiersHaveRows, needs: ['x-sizes'] },
  { rule: sizesCanBeGenerated, needs: [...SCHEMA, 'x-sizes', 'x-media', 'x-output'] },
  { rule: toolsHavePrices, needs: ['x-text', 'x-prices'] },
  { rule: ratesCoverSizes, needs: ['x-prices', 'x-sizes'] },
  { rule: expressionsHold, needs: SCHEMA },
  { rule: fieldsKeepTheirLimits, needs: [...SCHEMA, 'x-model', 'x-text'] },
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

/** The rules of the data files, one by one. */
export const dataRules: readonly LintRule[] = dataSteps.map(({ rule }) => rule);
