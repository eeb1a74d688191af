import { policies } from '../../../generated/policies.ts';
import { type ReferenceField, referenceFields } from '../../contract/media-limits.ts';
import { type Refused, refused } from '../../contract/problem.ts';
import type { RequestBody } from '../../contract/rules/self.ts';
import type { ValidRequest } from '../../contract/validate.ts';
import type { Attachments } from '../body/attachments.ts';
import type { ExtractedData } from '../body/extract-data.ts';
import { tooMuchRest } from '../body/read-body.ts';

/** A request as stored with its task, or why it is too large. */
export type KeptRequest =
  | { readonly kind: 'kept'; readonly request: RequestBody }
  | Refused<'invalid_parameter'>;

/**
 * The part of a request that is stored: in the media fields of its model, long data URIs are replaced by their labels,
 * because they are not needed after probing. Data URIs elsewhere are ordinary extra parameters (section 2.2), and
 * count as such.
 */
export function keepParameters(
  { model, request, self }: Pick<ValidRequest, 'model' | 'request' | 'self'>,
  attachments: Attachments,
): KeptRequest {
  if (attachments.taken.length === 0) return { kind: 'kept', request };
  const declared = namesIn(referenceFields(model, self));
  const extra = attachments.taken.filter(({ name }) => !declared.has(name));
  const extraBytes = extra.reduce((sum, { start, end }) => sum + end - start, 0);
  const { max_submit_rest_bytes: most } = policies.requests;
  const bytes = attachments.restBytes + extraBytes;
  if (bytes > most) return refused(tooMuchRest(most, { bytes }));
  const fields = Object.entries(request).map(([field, value]) => {
    if (!Array.isArray(value)) return [field, value];
    const toKept = (data: ExtractedData) => (model.media?.[field] ? data.label : attachments.textOf(data));
    return [field, value.map((item: unknown) => replace(item, attachments, toKept))];
  });
  return { kind: 'kept', request: Object.fromEntries(fields) };
}

function namesIn(fields: readonly ReferenceField[]): ReadonlySet<string> {
  return new Set(fields.flatMap(({ addresses }) => addresses));
}

function replace(item: unknown, attachments: Attachments, toKept: (data: ExtractedData) => string): unknown {
  const data = typeof item === 'string' ? attachments.find(item) : undefined;
  return data ? toKept(data) : item;
}
