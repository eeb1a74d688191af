import { policies } from '../../../generated/policies.ts';
import { problem } from '../../contract/problem.ts';
import { tooMuch } from '../admission/too-much.ts';
import { toJsonResponse } from '../answers/to-response.ts';
import type { GatewayRequest, GatewayResponse } from '../exchange.ts';
import type { Drawing, Reader } from '../ports/media/renderings.ts';
import type { Ports } from '../ports/ports.ts';

export type FileRequest = Pick<GatewayRequest, 'method' | 'header' | 'signal'>;

export interface AnsweredFile {
  readonly drawing: Drawing;
  readonly owner: string;
  readonly format: string;
  /** Loads the picture that a clip begins with. */
  readonly loadPicture?: Reader['loadPicture'];
  /** How long it may be cached, in seconds. */
  readonly maxAge: number;
}

/**
 * Answers a request for a file (RFC 9110): 304 for a matching tag, a part for a range. The file is rendered only when
 * its bytes are sent or a range needs its length: the tag follows from the description.
 */
export async function answerFile(
  ports: Pick<Ports, 'digest' | 'renderings'>,
  { drawing, owner, format, maxAge, loadPicture }: AnsweredFile,
  request: FileRequest,
): Promise<GatewayResponse> {
  const etag = tagOf(ports, drawing);
  const headers = {
    'content-type': format === 'mp4' ? 'video/mp4' : `image/${format}`,
    'cache-control': maxAge > 0 ? `public, max-age=${maxAge}, immutable` : 'no-store',
    'accept-ranges': 'bytes',
    etag,
  };
  const { 'content-type': _type, ...unchanged } = headers;
  if (matchesTag(request.header('if-none-match'), etag))
    return { status: 304, headers: unchanged, body: undefined };
  if (request.method === 'HEAD') return { status: 200, headers, body: ports.renderings.find(drawing) };
  const rendering = await ports.renderings.render(drawing, { owner, signal: request.signal(), loadPicture });
  switch (rendering.kind) {
    case 'rendered': {
      const wanted = allowsRange(request.header('if-range'), etag) ? request.header('range') : undefined;
      return toAnswer(rendering.bytes, headers, wanted);
    }
    case 'too_many_of_owner':
      return toJsonResponse(tooMuch('account', `${rendering.most} files waiting to be rendered`));
    case 'too_many':
      return toJsonResponse(tooMuch('process', `${rendering.most} files waiting to be rendered`));
    case 'cancelled':
      return toJsonResponse(problem('file_not_found')); // the reader has gone
  }
}

/** The same description gives the same bytes as long as the rendering code does not change. */
function tagOf({ digest }: Pick<Ports, 'digest'>, { kind, drawing }: Drawing): string {
  const drawn = JSON.stringify([policies.results.drawing_version, kind, drawing]);
  return `"${digest.sha256(drawn).slice(0, TAG_LENGTH)}"`;
}

const TAG_LENGTH = 32;

function toAnswer(
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>>,
  wanted: string | undefined,
): GatewayResponse {
  const size = bytes.length;
  const range = toByteRange(wanted, size);
  switch (range.kind) {
    case 'whole':
      return { status: 200, headers, body: bytes };
    case 'unsatisfiable': {
      const refused = problem('range_not_satisfiable', { values: { size } });
      return toJsonResponse({ ...refused, headers: { 'content-range': `bytes */${size}` } });
    }
    case 'part': {
      const { first, last } = range;
      const partial = { ...headers, 'content-range': `bytes ${first}-${last}/${size}` };
      return { status: 206, headers: partial, body: bytes.subarray(first, last + 1) };
    }
  }
}

/** Whether an `If-None-Match` header names a tag, or any: the weak comparison of RFC 9110, section 13.1.2. */
function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((entry) => {
    const named = entry.trim();
    return named === '*' || named.replace(/^W\//, '') === tag;
  });
}

/** Whether `If-Range` lets a `Range` header apply: only with exactly this tag; a date is not precise enough. */
function allowsRange(ifRange: string | undefined, tag: string): boolean {
  return ifRange === undefined || ifRange.trim() === tag;
}

/** The bytes of a file that a `Range` header requests. `whole`: there is no range, or one that may be ignored. */
type ByteRange =
  | { readonly kind: 'whole' }
  /** First and last byte, both included. */
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'unsatisfiable' };

const WHOLE: ByteRange = { kind: 'whole' };

/** Reads a `Range` header for a file of the given size (RFC 9110, section 14.2). Several ranges are answered with the whole file. */
function toByteRange(header: string | undefined, size: number): ByteRange {
  const [, from = '', to = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (from === '' && to === '') return WHOLE;
  if (from === '') return toPart(Math.max(0, size - Number(to)), size - 1);
  if (to !== '' && Number(to) < Number(from)) return WHOLE;
  return toPart(Number(from), Number(from) < size ? Math.min(to === '' ? size : Number(to), size - 1) : -1);
}

function toPart(first: number, last: number): ByteRange {
  return last < first ? { kind: 'unsatisfiable' } : { kind: 'part', first, last };
}
