import { catalogueWith, findModel } from '../../contract/catalogue.ts';
import { closestName } from '../../contract/names/closest-name.ts';

/** An unknown name may be that of a model without metadata (section 2.1), but is more often a typo. */
export async function findMisspelled(names: readonly string[]): Promise<string | undefined> {
  const unknown = names.filter((name) => !findModel(name));
  if (unknown.length === 0) return undefined;
  const { findOwnModels } = await import('../own-models/prepare-models.ts'); // most keys need no generator
  const prepared = await findOwnModels(undefined).catch(() => undefined); // the command itself needs no models
  const known = catalogueWith(prepared?.added).models.flatMap(({ identity }) => identity.spellings);
  for (const name of unknown) {
    const meant = known.includes(name) ? undefined : closestName(name, known);
    if (meant !== undefined) return `Warning: the catalogue has no model "${name}". Did you mean ${meant}?`;
  }
  return undefined;
}
