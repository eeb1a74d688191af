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

/** The models a key may list and use, each once (section 5): those on its own list and on that of its group. */
export function allowedModels({ catalogue, key }: ModelAccess): readonly AllowedModel[] {
  const { models, groupModels } = key;
  const names = models ?? groupModels;
  if (!names) return catalogue.models.map((model) => ({ kind: 'known', model }));
  const seen = new Set<CatalogueModel | string>();
  return names.flatMap((name): readonly AllowedModel[] => {
    const model = catalogue.find(name);
    const one = model ?? name;
    if (seen.has(one) || (models && !isOn(groupModels, name, model))) return [];
    seen.add(one);
    return [toAllowed(name, model)];
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
  const { models, groupModels } = key;
  const model = catalogue.find(name);
  if (!isOn(models, name, model) || !isOn(groupModels, name, model)) return undefined;
  return model || models || groupModels ? toAllowed(name, model) : undefined;
}

function toAllowed(name: string, model: CatalogueModel | undefined): AllowedModel {
  return model ? { kind: 'known', model } : { kind: 'unknown', name };
}

/** Whether a list has a model, by any of its spellings, or a name without metadata. Everything is on a list that does not exist. */
function isOn(list: readonly string[] | undefined, name: string, model: CatalogueModel | undefined): boolean {
  if (!list) return true;
  return model ? list.some((one) => model.identity.spellings.includes(one)) : list.includes(name);
}
