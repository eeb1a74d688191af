import { type Json, type JsonObject, toList, toObject } from '../suite/json.ts';
import { type Shape, toRatios } from './pixel-sizes.ts';

/** A list of references at a limit or just beyond it. */
export interface MediaLimit {
  readonly limit: string;
  readonly edge: string;
  readonly allowed: boolean;
  readonly items: readonly Json[];
}

/** Formats that the runner can create, in order of preference. */
const MADE = ['png', 'jpeg', 'webp', 'gif', 'bmp', 'tiff'];
/** Larger files and images take longer to create than the check is worth. */
const MAX_BYTES = 33_554_432;
const MAX_PIXELS = 40_000_000;

/** A reference image that the model accepts, if the runner can create one. */
export function plainImage(limits: JsonObject): string {
  return withSource(limits, `1024x1024.${formatOf(limits)}`);
}

/** Whether the runner can serve references that the model accepts: over plain HTTP or as data. */
export function canServe({ sources }: JsonObject): boolean {
  return toList(sources).some((source) => source === 'http' || source === 'data');
}

/** Every limit of a field of references, tested at the limit and beyond it. */
export function mediaLimits(limits: JsonObject, schema: JsonObject): readonly MediaLimit[] {
  return [
    ...countLimits(limits, schema),
    ...formatLimits(limits),
    ...sourceLimits(limits),
    ...byteLimits(limits),
    ...shapeLimits(limits),
  ];
}

function countLimits(limits: JsonObject, { minItems, maxItems }: JsonObject): readonly MediaLimit[] {
  const counted = (edge: string, count: number): MediaLimit => ({
    limit: 'count',
    edge,
    allowed: edge === 'most',
    items: Array.from({ length: count }, () => ({ $image: plainImage(limits) })),
  });
  return [
    ...(typeof maxItems === 'number' ? [counted('most', maxItems), counted('too-many', maxItems + 1)] : []),
    ...(typeof minItems === 'number' && minItems > 0 ? [counted('too-few', minItems - 1)] : []),
  ];
}

function formatLimits(limits: JsonObject): readonly MediaLimit[] {
  const formats = toList(limits.formats);
  return MADE.map((format) =>
    image({
      limit: 'format',
      edge: format,
      allowed: formats.includes(format),
      name: plainImage(limits).replace(/\.\w+/, `.${format}`),
    }),
  );
}

function sourceLimits({ sources }: JsonObject): readonly MediaLimit[] {
  const isTaken = (source: string): boolean => toList(sources).includes(source);
  const refused = (edge: string, item: Json): MediaLimit => ({
    limit: 'source',
    edge,
    allowed: false,
    items: [item],
  });
  return [
    ...(isTaken('http') ? [] : [refused('http', { $image: '1024x1024.png?as=url' })]),
    ...(isTaken('data') ? [] : [refused('data', { $image: '1024x1024.png?as=data' })]),
    ...(isTaken('http')
      ? [refused('missing', { $url: '/missing.png' }), refused('no-image', { $url: '/page.html' })]
      : []),
    refused('no-such-host', 'https://no-such-host.invalid/image.png'),
    refused('no-address', 'image.png'),
  ];
}

function byteLimits(limits: JsonObject): readonly MediaLimit[] {
  const { max_bytes: most } = limits;
  if (typeof most !== 'number' || most > MAX_BYTES) return [];
  const name = (bytes: number): string => {
    const plain = plainImage(limits);
    return `${plain}${plain.includes('?') ? '&' : '?'}bytes=${bytes}`;
  };
  return [
    image({ limit: 'bytes', edge: 'most', allowed: true, name: name(most) }),
    image({ limit: 'bytes', edge: 'too-many', allowed: false, name: name(most + 1) }),
  ];
}

/** Limits on sides, ratio and pixels. A size that breaks another limit as well proves nothing and is left out. */
function shapeLimits(limits: JsonObject): readonly MediaLimit[] {
  const side = Number(limits.min_side ?? 0);
  const { min = 0, max = 0 } = toObject(limits.pixels);
  const longer = Math.ceil(Math.max(side, Number(min) / Math.max(side, 1), 64));
  const root = Math.floor(Math.sqrt(Number(max)));
  const shapes = [
    ...(side > 1
      ? [
          { limit: 'side', edge: 'shortest', allowed: true, width: side, height: longer },
          { limit: 'side', edge: 'too-short', allowed: false, width: side - 1, height: longer },
        ]
      : []),
    ...ratiosOf(limits).flatMap(({ width, height }) => {
      const unit = Math.ceil(256 / Math.min(width, height));
      const isWide = width > height;
      const edge = isWide ? 'widest' : 'highest';
      const at = { width: width * unit, height: height * unit };
      const beyond = isWide ? { ...at, width: at.width + 1 } : { ...at, height: at.height + 1 };
      return [
        { limit: 'ratio', edge, allowed: true, ...at },
        { limit: 'ratio', edge: `beyond-${edge}`, allowed: false, ...beyond },
      ];
    }),
    ...(root > 0 && root ** 2 <= MAX_PIXELS
      ? [
          { limit: 'pixels', edge: 'most', allowed: true, width: root, height: root },
          { limit: 'pixels', edge: 'too-many', allowed: false, width: root + 1, height: root + 1 },
        ]
      : []),
  ];
  return shapes
    .filter((shape) => breaks(limits, shape).every((limit) => limit === shape.limit))
    .map(({ width, height, ...about }) =>
      image({ ...about, name: withSource(limits, `${width}x${height}.${formatOf(limits)}`) }),
    );
}

/** The limits that an image of this size breaks. */
function breaks(limits: JsonObject, { width, height }: Shape): readonly string[] {
  const { min = 0, max = Number.POSITIVE_INFINITY } = toObject(limits.pixels);
  const pixels = width * height;
  const outside = ratiosOf(limits).some((ratio) =>
    ratio.width > ratio.height
      ? width * ratio.height > ratio.width * height
      : width * ratio.height < ratio.width * height,
  );
  return [
    ...(Math.min(width, height) < Number(limits.min_side ?? 0) ? ['side'] : []),
    ...(outside ? ['ratio'] : []),
    ...(pixels < Number(min) || pixels > Number(max) ? ['pixels'] : []),
  ];
}

function ratiosOf({ ratio }: JsonObject): readonly Shape[] {
  const { min, max } = toObject(ratio);
  return toRatios([min, max]);
}

function formatOf({ formats }: JsonObject): string {
  return MADE.find((format) => toList(formats).includes(format)) ?? 'png';
}

function withSource({ sources }: JsonObject, name: string): string {
  const [isAddress, isData] = ['http', 'data'].map((source) => toList(sources).includes(source));
  if (isAddress && isData) return name;
  return `${name}?as=${isAddress ? 'url' : 'data'}`;
}

function image({ name, ...about }: Omit<MediaLimit, 'items'> & { readonly name: string }): MediaLimit {
  return { ...about, items: [{ $image: name }] };
}
