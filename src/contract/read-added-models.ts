import type { CatalogueModel } from '../../generated/catalogue.ts';
import type { Validator } from '../../generated/validators.js';
import type { AddedModels } from './added-models.ts';

/** What is generated for an added model besides its entry. */
export interface ModelTables {
  readonly validator: Validator;
  /** The published JSON Schema of its requests. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The requirement of each of its patterns in words. */
  readonly patternMessages: Readonly<Record<string, string>>;
}

/** The form of added models: a change of what is generated for them changes it. */
export const ADDED_FORMAT = 1;

type AddedModel = CatalogueModel & { readonly tables: ModelTables };

/** The entries of added models; throws a `TypeError` for what was written by another version, or by nobody. */
export function readAddedModels({ format, entries }: AddedModels): readonly AddedModel[] {
  if (format === ADDED_FORMAT && Array.isArray(entries)) return entries as readonly AddedModel[]; // what our own emitter writes
  throw new TypeError(
    'The models were not generated for this version of gatewright: run npx gatewright generate.',
  );
}
