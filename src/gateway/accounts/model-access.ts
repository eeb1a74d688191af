import type { Catalogue, CatalogueModel } from '../../contract/catalogue.ts';
import type { ApiKey } from '../ports/store.ts';

/** The models that there are, and the key that may use some of them. */
export interface ModelAccess {
  readonly catalogue: Catalogue;
  readonly key: ApiKey;
}

/** A model a key may use: one of the contract, or a name without metadata (section 2.1, `unknown`). */
export type AllowedModel =
  | { readonly kind: 'known'; readonly model: CatalogueModel }
  | { readonly kind: 'unknown'; readonly name: string };

/** The models a key may list and use, each once (section 5). */
export function allowedModels({ catalogue, key }: ModelAccess): readonly AllowedModel[] {
  const { models: names } = key;
  if (!names) return catalogue.models.map((model) => ({ kind: 'known', model }));
  const known = new Set<CatalogueModel>();
  return [...new Set(names)].flatMap((name): readonly AllowedModel[] => {
    const model = catalogue.find(name);
    if (!model) return [{ kind: 'unknown', name }];
    if (known.has(model)) return [];
    known.add(model);
    return [{ kind: 'known', model }];
  });
}

/** The names of the models a key may use: ids of the contract, and names without metadata. */
export function allowedNames(access: ModelAccess): readonly string[] {
  return allowedModels(access).map((allowed) =>
    allowed.kind === 'known' ? allowed.model.identity.id : allowed.name,
  );
}

/** The model that a name means for a key (section 5): undefined for one the key may not use and for an unknown one. */
export function findAllowed({ catalogue, key }: ModelAccess, name: string): AllowedModel | undefined {
  const model = catalogue.find(name);
  if (model) return mayUse(key, model) ? { kind: 'known', model } : undefined;
  return key.models?.includes(name) ? { kind: 'unknown', name } : undefined;
}

function mayUse({ models: names }: ApiKey, model: CatalogueModel): boolean {
  return !names || names.some((name) => model.identity.spellings.includes(name));
}
