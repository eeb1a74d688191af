import type { Contract, Json, ModelSource } from '../../contract/contract.ts';
import { toEntries, toObject } from '../../contract/json.ts';
import { code, number, paragraphs, table } from '../markdown.ts';
import { isChoice } from './provenance.ts';
import { acceptedTiers } from './sizes.ts';

/** How long a task takes, how to wait for it and how long its links work; undefined for text. */
export function describeWaiting(
  model: ModelSource,
  { policies }: Pick<Contract, 'policies'>,
): string | undefined {
  const { estimated_seconds, link_life_seconds } = toObject(model.vocabulary['x-output']);
  const { by_tier, provenance } = toObject(estimated_seconds);
  const accepted = new Set(acceptedTiers(model).map(([tier]) => tier));
  const tiers = toEntries(by_tier).filter(([tier]) => accepted.has(tier));
  if (tiers.length === 0) return undefined;
  const { poll_seconds, give_up_seconds } = toObject(policies.client);
  const { min, max } = toObject(policyValue(poll_seconds));
  const life = policyValue(link_life_seconds ?? toObject(policies.results).link_life_seconds);
  const mark = isChoice(provenance) ? ' (reference)' : '';
  const rows = tiers.map(([tier, seconds]) => [code(tier), `${number(Number(seconds))} seconds${mark}`]);
  return paragraphs([
    table(['Tier', 'A task takes about'], rows),
    `Poll every ${String(min)} to ${String(max)} seconds and give up after ${Number(policyValue(give_up_seconds)) / 60} minutes, or [let the gateway call you](../callbacks.md). The links to a result work for ${inHours(Number(life))}.`,
  ]);
}

/** A policy with its provenance, or a plain value. */
function policyValue(policy: Json | undefined): Json | undefined {
  const { value } = toObject(policy);
  return value ?? policy;
}

function inHours(seconds: number): string {
  const hours = seconds / 3600;
  return hours > 72 ? `${hours / 24} days` : `${hours} hours`;
}
