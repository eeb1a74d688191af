import { policies } from '../../../generated/policies.ts';
import { closestName } from '../../contract/names/closest-name.ts';

/** A key may be created before its group, but a group that is not defined is more often a typo, and decides what the key pays. */
export function findUndefinedGroup(
  name: string,
  defined: readonly { readonly name: string }[],
): string | undefined {
  const names = defined.map((group) => group.name);
  if (name === policies.billing.default_group || names.includes(name)) return undefined;
  const meant = closestName(name, names);
  const advice = meant ? `Did you mean ${meant}?` : `Define it with: gatewright groups set ${name}`;
  return `Warning: the group "${name}" is not defined, so the key has the price ratio 1. ${advice}`;
}
