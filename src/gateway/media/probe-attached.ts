import { type Refused, refused } from '../../contract/problem.ts';
import { type TooMuch, tooMuch } from '../admission/too-much.ts';
import type { ProbedData } from '../ports/media/image-prober.ts';
import type { Place, ReferenceContext } from './read-references.ts';

/** The probed references of the body, by position, or why they were not probed. */
export type AttachedProbed =
  | { readonly kind: 'probed'; readonly found: ReadonlyMap<Place, ProbedData> }
  | Refused<TooMuch>;

const NOTHING: AttachedProbed = { kind: 'probed', found: new Map() };

/** Decodes and probes the references of the body, all at once. The body's bytes cannot be used afterwards. */
export async function probeAttached(
  { ports, attachments, owner, signal }: ReferenceContext,
  references: readonly Place[],
): Promise<AttachedProbed> {
  const attached = references.flatMap((place) => {
    const data = attachments.find(place.address);
    return data ? [{ place, start: data.start, end: data.end, maxBytes: place.field.limits.max_bytes }] : [];
  });
  if (attached.length === 0) return NOTHING;
  const places = attached.map(({ start, end, maxBytes }) => ({ start, end, maxBytes }));
  const probed = await ports.prober.probeData(attachments.bytes, places, { owner, signal });
  if ('kind' in probed) return imagesBusy();
  const found = new Map<Place, ProbedData>();
  for (const [index, { place }] of attached.entries()) {
    const data = probed[index];
    if (data) found.set(place, data);
  }
  return { kind: 'probed', found };
}

/** The refusal of a request whose references cannot be probed now. */
export function imagesBusy(): Refused<TooMuch> {
  return refused(tooMuch('process', 'references waiting to be read'));
}
