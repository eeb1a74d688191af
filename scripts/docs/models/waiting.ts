import type { Contract, Json, JsonObject, ModelSource } from '../../contract/contract.ts';
import { toEntries, toObject } from '../../contract/json.ts';
import { code, duration, number, paragraphs, table } from '../markdown.ts';
import type { SiteParts } from '../site.ts';
import { explainMarks, isChoice, REFERENCE, referenceMark } from './provenance.ts';
import { acceptedTiers } from './sizes.ts';

const REFERENCE_NOTE =
  'Times marked “(reference)” are choices of this contract: the specification gives none. The mock and the reference gateway keep to them; a gateway with real models may not.';

/** How long a task takes, how to wait for it and how long its links work; undefined for text. */
export function describeWaiting(
  model: ModelSource,
  {
    contract: { policies },
    ownIds,
  }: Pick<SiteParts, 'ownIds'> & { readonly contract: Pick<Contract, 'policies'> },
): string | undefined {
  const output = toObject(model.vocabulary['x-output']);
  const { by_tier, tier_provenance, provenance } = toObject(output.estimated_seconds);
  const accepted = new Set(acceptedTiers(model).map(([tier]) => tier));
  const tiers = toEntries(by_tier).filter(([tier]) => accepted.has(tier));
  if (tiers.length === 0) return undefined;
  const rows = tiers.map(([tier, seconds]) => [
    code(tier),
    `${number(Number(seconds))} seconds${referenceMark(toObject(tier_provenance)[tier] ?? provenance)}`,
  ]);
  const life = toObject(output.link_life_seconds ?? toObject(policies.results).link_life_seconds);
  const text = paragraphs([
    table(['Tier', 'A task takes about'], rows),
    `${describePolling(output, policies)} Instead of polling, you can [have the gateway call you](../callbacks.md).`,
    `Links to results work for ${duration(Number(life.value))}${referenceMark(life.provenance)}.`,
  ]);
  return explainMarks(text, { note: REFERENCE_NOTE, isOwn: ownIds.has(model.id) });
}

/** The advice for a model, or for all images; the specification has none for video. */
function describePolling({ kind, polling }: JsonObject, { client }: JsonObject): string {
  const { poll_seconds, give_up_seconds } = toObject(client);
  const own = toObject(polling);
  if (polling !== undefined) {
    const mark = referenceMark(own.provenance);
    return `Poll ${every(own.seconds)}${mark} and give up after ${duration(Number(own.give_up_seconds))}${mark}.`;
  }
  const [interval, limit] = [toObject(poll_seconds), toObject(give_up_seconds)];
  const [pause, end] = [every(interval.value), duration(Number(limit.value))];
  if (kind !== 'video' && !isChoice(interval.provenance))
    return `There is no advice for this model alone; for image models in general, poll ${pause} and give up after ${end} at most.`;
  return `The specification gives no polling advice for video. The client polls ${pause} and gives up after ${end}${REFERENCE}.`;
}

function every(seconds: Json | undefined): string {
  const { min, max } = toObject(seconds);
  const range = [min, max].filter((limit) => limit !== undefined).map(String);
  return `every ${[...new Set(range)].join(' to ')} seconds`;
}
