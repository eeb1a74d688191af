import { type CatalogueModel as Entry, catalogue as entries } from '../../generated/catalogue.ts';
import type { AddedModels } from './added-models.ts';
import { type ModelTables, readAddedModels } from './read-added-models.ts';

/** A model of a catalogue: what is generated for one of the package besides its entry is in tables of the program. */
export interface CatalogueModel extends Entry {
  readonly tables?: ModelTables;
}

/** The category of a model, as section 2.2 names it. */
export type ModelOperation = CatalogueModel['identity']['operation'];

/** The models that there are: those of the package, or with models of a user among them. */
export interface Catalogue {
  readonly models: readonly CatalogueModel[];
  /** The model that accepts a spelling (sections 4.4.2, 4.4.3), or undefined. Spellings are case-sensitive. */
  find(spelling: string): CatalogueModel | undefined;
  for(operation: ModelOperation): readonly CatalogueModel[];
}

/** The models of the package. */
export const packageCatalogue: Catalogue = createCatalogue(entries);

export const { models, find: findModel, for: modelsFor } = packageCatalogue;

/** The models of the package with others among them, by file name; one with the same id replaces that of the package. */
export function catalogueWith(added: AddedModels | undefined): Catalogue {
  if (added === undefined) return packageCatalogue;
  const own = readAddedModels(added);
  const ids = new Set(own.map(({ identity }) => identity.id));
  const kept = entries.filter(({ identity }) => !ids.has(identity.id));
  const all = [...kept, ...own].toSorted((left, right) => (left.title < right.title ? -1 : 1));
  return createCatalogue(all);
}

function createCatalogue(all: readonly CatalogueModel[]): Catalogue {
  const bySpelling = new Map(
    all.flatMap((model) => model.identity.spellings.map((spelling) => [spelling, model] as const)),
  );
  return {
    models: all,
    find: (spelling) => bySpelling.get(spelling),
    for: (operation) => all.filter((model) => model.identity.operation === operation),
  };
}
