import pLimit from 'p-limit';
import { policies } from '../../../generated/policies.ts';
import {
  atReference,
  checkReference,
  checkSource,
  type ReferenceField,
} from '../../contract/media-limits.ts';
import { type Refused, refused } from '../../contract/problem.ts';
import type { Self } from '../../contract/rules/self.ts';
import type { Violation } from '../../contract/violations/violation.ts';
import type { Holding } from '../admission/create-admission.ts';
import { reserveBytes } from '../admission/reserve-bytes.ts';
import type { TooMuch } from '../admission/too-much.ts';
import type { Attachments } from '../body/attachments.ts';
import { isDataUri } from '../body/data-uri.ts';
import type { PictureToCopy, ProbedData } from '../ports/media/image-prober.ts';
import type { FetchedReference, ProbedImage } from '../ports/media/media.ts';
import type { Ports } from '../ports/ports.ts';
import { imagesBusy, probeAttached } from './probe-attached.ts';
import { tooLarge } from './too-large.ts';

/** The references of a request in order, or all their violations, or why they were not read. */
export type ReferencesRead =
  | { readonly kind: 'read'; readonly images: readonly ProbedImage[] }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] }
  | Refused<TooMuch>;

export interface ReferenceContext {
  readonly ports: Pick<Ports, 'fetcher' | 'prober'>;
  /** Counts the bytes of references while they are in memory. */
  readonly holding: Pick<Holding, 'take' | 'give'>;
  readonly attachments: Attachments;
  readonly owner: string;
  /** Whether a small copy of the first one is needed. */
  readonly copiesFirst?: boolean;
  readonly signal: AbortSignal | undefined;
}

export interface Place {
  readonly field: ReferenceField;
  readonly address: string;
  readonly index: number;
}

/** Fetches and probes every reference of a request against the limits of its model (sections 4.3 and 4.4). */
export async function readReferences(
  context: ReferenceContext,
  fields: readonly ReferenceField[],
  self: Self,
): Promise<ReferencesRead> {
  const places = fields.flatMap((field) =>
    field.addresses.flatMap((address, index) => (field.refused?.has(index) ? [] : { field, address, index })),
  );
  const forbidden = places.flatMap(({ field, address, index }) => checkSource(field, address, index) ?? []);
  if (forbidden.length > 0) return { kind: 'invalid', violations: forbidden };
  const attached = await probeAttached(context, places);
  if (attached.kind === 'refused') return attached;
  const stop = new AbortController();
  // The client may have gone while the references of the body were probed.
  const signal = context.signal ? AbortSignal.any([context.signal, stop.signal]) : stop.signal;
  const results = await pLimit(policies.references.parallel_fetches).map(places, async (place) => {
    if (signal.aborted) return { read: refuse(place, 'unreachable', 'reading was cancelled') };
    const data = attached.found.get(place);
    if (data) return { read: checkFound(data, { place, self }) };
    const one = await readReference({ ...context, signal }, place, self);
    // The request is refused anyway, and the others would add no violation.
    if (one.read.kind === 'refused') stop.abort();
    return one;
  });
  return copyFirst(sumUp(results.map(({ read }) => read)), results[0]?.picture, context);
}

/** Copies the picture that a clip begins with, now that all references are valid. */
async function copyFirst(
  read: ReferencesRead,
  picture: PictureToCopy | undefined,
  { ports, owner, signal }: ReferenceContext,
): Promise<ReferencesRead> {
  if (!picture || read.kind !== 'read') return read;
  const copy = await ports.prober.copy(picture, { owner, signal });
  if (signal?.aborted) return imagesBusy(); // the client has gone
  const [first, ...others] = read.images;
  return first && copy ? { kind: 'read', images: [{ ...first, copy }, ...others] } : read;
}

function sumUp(read: readonly ReferencesRead[]): ReferencesRead {
  const refusal = read.find((result) => result.kind === 'refused');
  if (refusal) return refusal;
  const violations = read.flatMap((result) => (result.kind === 'invalid' ? result.violations : []));
  if (violations.length > 0) return { kind: 'invalid', violations };
  return { kind: 'read', images: read.flatMap((result) => (result.kind === 'read' ? result.images : [])) };
}

interface ReferenceResult {
  readonly read: ReferencesRead;
  /** Waits for the other references: its bytes count until the end of the request. */
  readonly picture?: PictureToCopy;
}

async function readReference(
  { ports, holding, owner, copiesFirst, signal }: ReferenceContext,
  place: Place,
  self: Self,
): Promise<ReferenceResult> {
  const reservation = reserveBytes(holding);
  let picture: PictureToCopy | undefined;
  const limits = {
    maxBytes: place.field.limits.max_bytes,
    timeoutMs: policies.references.fetch_timeout_seconds * 1000,
  };
  try {
    const options = { ...limits, reserve: reservation.reserve, ...(signal ? { signal } : {}) };
    const fetched = await ports.fetcher.fetch(place.address, options);
    const refusal = reservation.refusal();
    if (refusal) return { read: refused(refusal) };
    if (fetched.kind !== 'fetched') return { read: checkFound(fetched, { place, self }) };
    const needsCopy = copiesFirst === true && place.index === 0;
    const probed = await ports.prober.probe(fetched.bytes, { owner, signal, needsCopy });
    if (probed.kind === 'busy') return { read: imagesBusy() };
    const read = checkFound({ ...probed, declaredType: fetched.declaredType }, { place, self });
    if (read.kind !== 'read' || !probed.picture) return { read };
    picture = probed.picture;
    return { read, picture };
  } finally {
    if (!picture) reservation.release();
  }
}

function refuse({ field, index }: Place, rule: string, message: string): ReferencesRead {
  return { kind: 'invalid', violations: [atReference(field.field, index, { rule, message })] };
}

interface Found {
  readonly place: Place;
  readonly self: Self;
}

function checkFound(
  found: ProbedData | Exclude<FetchedReference, { kind: 'fetched' }>,
  { place, self }: Found,
): ReferencesRead {
  if (found.kind !== 'probed') return refuse(place, found.kind, describeFailure(found));
  const { image, declaredType } = found;
  const { field, address, index } = place;
  const formats = field.limits.formats.join(', ');
  if (!image)
    return refuse(place, 'format', `the bytes are not an image; the format must be one of ${formats}`);
  if (image.truncated) return refuse(place, 'truncated', `the ${image.format} file is cut short`);
  const declared = isDataUri(address) ? declaredFormat(declaredType) : undefined;
  if (declared && !isSameFormat(declared, image.format)) {
    return refuse(
      place,
      'declared_type',
      `the data URI declares ${declared}, but the bytes are ${image.format}`,
    );
  }
  const violations = checkReference(field, image, { index, self });
  return violations.length > 0 ? { kind: 'invalid', violations } : { kind: 'read', images: [image] };
}

function describeFailure(fetched: Exclude<FetchedReference, { kind: 'fetched' }>): string {
  if (fetched.kind === 'too_large') return tooLarge('the file', fetched);
  if (fetched.kind === 'no_room') return 'the file cannot be read now';
  return fetched.kind === 'malformed' ? fetched.reason : `the file cannot be read: ${fetched.reason}`;
}

function declaredFormat(type: string | undefined): string | undefined {
  return /^image\/([\w.+-]+)/.exec(type ?? '')?.[1];
}

/** Names of media types for the same format. */
const SYNONYMS = [
  ['jpeg', 'jpg'],
  ['tiff', 'tif'],
  ['heic', 'heif'],
  ['bmp', 'x-ms-bmp'],
];

function isSameFormat(declared: string, actual: string): boolean {
  return declared === actual || SYNONYMS.some((names) => names.includes(declared) && names.includes(actual));
}
