import { policies } from '../../../generated/policies.ts';
import type { Self } from '../../contract/cel.ts';
import {
  atReference,
  checkReference,
  checkSource,
  type ReferenceFacts,
  type ReferenceField,
} from '../../contract/media-limits.ts';
import type { Violation } from '../../contract/violation.ts';
import type { OperationContext } from '../context.ts';
import type { FetchedReference } from '../ports/media.ts';

/** What the references of a request are, in order, or everything that is wrong with them. */
export type ReferencesRead =
  | { readonly kind: 'read'; readonly images: readonly ReferenceFacts[] }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] };

interface Place {
  readonly field: ReferenceField;
  readonly address: string;
  readonly index: number;
}

/** Fetches and probes every reference of a request against the limits of its model (sections 4.3 and 4.4). */
export function readReferences(
  context: Pick<OperationContext, 'ports' | 'signal'>,
  fields: readonly ReferenceField[],
  self: Self,
): ReferencesRead | Promise<ReferencesRead> {
  return fields.length === 0 ? NO_REFERENCES : readAll(context, fields, self);
}

const NO_REFERENCES: ReferencesRead = { kind: 'read', images: [] };

async function readAll(
  context: Pick<OperationContext, 'ports' | 'signal'>,
  fields: readonly ReferenceField[],
  self: Self,
): Promise<ReferencesRead> {
  const places = fields.flatMap((field) =>
    field.addresses.map((address, index) => ({ field, address, index })),
  );
  const refused = places.flatMap(({ field, address, index }) => checkSource(field, address, index) ?? []);
  if (refused.length > 0) return { kind: 'invalid', violations: refused };
  const read = await inParallel(places, policies.references.parallel_fetches, (place) =>
    readReference(context, place, self),
  );
  const violations = read.flatMap((result) => (result.kind === 'invalid' ? result.violations : []));
  if (violations.length > 0) return { kind: 'invalid', violations };
  return { kind: 'read', images: read.flatMap((result) => (result.kind === 'read' ? result.images : [])) };
}

async function readReference(
  { ports, signal }: Pick<OperationContext, 'ports' | 'signal'>,
  { field, address, index }: Place,
  self: Self,
): Promise<ReferencesRead> {
  const refuse = (rule: string, message: string): ReferencesRead => ({
    kind: 'invalid',
    violations: [atReference(field.field, index, { rule, message })],
  });
  const leaving = signal();
  const fetched = await ports.fetcher.fetch(address, {
    maxBytes: field.limits.max_bytes,
    timeoutMs: policies.references.fetch_timeout_seconds * 1000,
    ...(leaving ? { signal: leaving } : {}),
  });
  if (fetched.kind !== 'fetched') return refuse(fetched.kind, describeFailure(fetched));
  const image = await ports.prober.probe(fetched.bytes);
  const formats = field.limits.formats.join(', ');
  if (!image) return refuse('format', `the bytes are not an image; the format must be one of ${formats}`);
  if (image.truncated) return refuse('truncated', `the ${image.format} file ends before its end`);
  const declared = address.startsWith('data:') ? declaredFormat(fetched.declaredType) : undefined;
  if (declared && !isSameFormat(declared, image.format)) {
    return refuse('declared_type', `the data URI says ${declared} and the bytes are ${image.format}`);
  }
  const violations = checkReference(field, image, { index, self });
  return violations.length > 0 ? { kind: 'invalid', violations } : { kind: 'read', images: [image] };
}

function describeFailure(fetched: Exclude<FetchedReference, { kind: 'fetched' }>): string {
  if (fetched.kind === 'too_large') return `the file is larger than the ${fetched.maxBytes} bytes allowed`;
  return fetched.kind === 'malformed' ? fetched.reason : `the file cannot be read: ${fetched.reason}`;
}

function declaredFormat(type: string | undefined): string | undefined {
  return /^image\/([\w.+-]+)/.exec(type ?? '')?.[1];
}

function isSameFormat(declared: string, actual: string): boolean {
  const families = [
    ['jpeg', 'jpg'],
    ['tiff', 'tif'],
    ['heic', 'heif'],
    ['bmp', 'x-ms-bmp'],
  ];
  return declared === actual || families.some((names) => names.includes(declared) && names.includes(actual));
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
