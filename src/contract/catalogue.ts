import { type CatalogueModel, catalogue } from '../../generated/catalogue.ts';

export type { CatalogueModel };

/** The category of a model, as section 2.2 names it. */
export type ModelOperation = CatalogueModel['identity']['operation'];

const bySpelling = new Map(
  catalogue.flatMap((model) => model.identity.spellings.map((spelling) => [spelling, model] as const)),
);

export const models: readonly CatalogueModel[] = catalogue;

/** The model that accepts a spelling (sections 4.4.2, 4.4.3), or undefined. Spellings are case-sensitive. */
export function findModel(spelling: string): CatalogueModel | undefined {
  return bySpelling.get(spelling);
}

export function modelsFor(operation: ModelOperation): readonly CatalogueModel[] {
  return catalogue.filter((model) => model.identity.operation === operation);
}
