import { type JsonObject, toList, toObject } from '../suite/json.ts';
import { baseOf, bodyWith, holds, keepsRules } from './model-bodies.ts';

/** A size in exact pixels, at a limit of the model file or just beyond it. */
export interface PixelSize extends Shape {
  readonly limit: string;
  readonly edge: string;
  readonly allowed: boolean;
  readonly pixels: string;
  readonly body: JsonObject;
}

/** Whole pixels, or the terms of a ratio. */
export interface Shape {
  readonly width: number;
  readonly height: number;
}

/** `1920x1080` or `16:9`; the members of anything else are not positive. */
export function toShape(value: unknown): Shape {
  const [width = 0, height = 0] = String(value).split(/[x:]/).map(Number);
  return { width, height };
}

/** Those of the values that are ratios. */
export function toRatios(values: readonly unknown[]): readonly Shape[] {
  return values.map(toShape).filter(({ width, height }) => width > 0 && height > 0);
}

interface Limits {
  readonly side: { readonly min: number; readonly max: number };
  readonly area: { readonly min: number; readonly max: number };
  /** Widest and highest, as width and height. */
  readonly ratios: readonly Shape[];
}

type Edge = Shape & Pick<PixelSize, 'limit' | 'edge' | 'allowed'>;

/** Larger images take longer to make than the check is worth. */
const MAX_PIXELS = 40_000_000;
/** Where no side is limited: smaller sides could be taken for a ratio. */
const MIN_SIDE = 64;

/** Sizes at each limit of exact pixels and beyond it, and one size that no table has with each separator. */
export function pixelSizes(model: JsonObject): readonly PixelSize[] {
  const { forms, fields, pixels } = toObject(model.sizes);
  if (!toList(forms).includes('pixels')) return [];
  const [limits, separators] = [limitsOf(toObject(pixels)), toList(toObject(pixels).separators).map(String)];
  const field = String(toObject(fields).size);
  const plain = plainSize(model, limits);
  const edges = [...sideEdges(limits), ...areaEdges(limits), ...ratioEdges(limits)].filter((edge) =>
    breaks(limits, edge).every((limit) => !edge.allowed && limit === edge.limit),
  );
  const bodyFor = (size: string): JsonObject =>
    bodyWith(model, { [field]: size }) ?? { ...baseOf(model), [field]: size };
  const sized = (edge: Edge, separator: string): PixelSize => ({
    ...edge,
    pixels: `${edge.width}x${edge.height}`,
    body: bodyFor(`${edge.width}${separator}${edge.height}`),
  });
  return [
    ...edges.map((edge) => sized(edge, separators[0] ?? 'x')),
    ...(plain
      ? separators.map((separator, index) =>
          sized({ ...plain, limit: 'separator', edge: String(index + 1), allowed: true }, separator),
        )
      : []),
  ].filter((size) => !size.allowed || fits(model, size));
}

/** Whether neither a rule nor a restriction of sizes forbids an allowed size, and it can be made soon. */
function fits(model: JsonObject, { body, width, height }: PixelSize): boolean {
  const special = toList(toObject(model.sizes).cases).find((one) => holds(toObject(one).when, model, body));
  const isTaken = special === undefined || toList(toObject(special).forms).includes('pixels');
  return isTaken && keepsRules(model, body) && width * height <= MAX_PIXELS;
}

function limitsOf({ side, area, ratio }: JsonObject): Limits {
  const rangeOf = (range: JsonObject, least: number) => ({
    min: Number(range.min ?? least),
    max: Number(range.max ?? Number.POSITIVE_INFINITY),
  });
  const { min, max } = toObject(ratio);
  return {
    side: rangeOf(toObject(side), MIN_SIDE),
    area: rangeOf(toObject(area), 1),
    ratios: toRatios([max, min]),
  };
}

/** Every limit that a size breaks. */
function breaks({ side, area, ratios }: Limits, { width, height }: Shape): readonly string[] {
  const [shorter, longer, pixels] = [Math.min(width, height), Math.max(width, height), width * height];
  const [widest, highest] = ratios;
  const isOutside =
    (widest && width * widest.height > widest.width * height) ||
    (highest && width * highest.height < highest.width * height);
  return [
    ...(shorter < side.min || longer > side.max ? ['side'] : []),
    ...(pixels < area.min || pixels > area.max ? ['area'] : []),
    ...(isOutside ? ['ratio'] : []),
  ];
}

function edgeOf(limit: string) {
  return (edge: string, width: number, height: number, allowed: boolean): Edge => {
    return { limit, edge, allowed, width, height };
  };
}

/** The other side of an edge is as short as the limits let it be, so that the images are small. */
function sideEdges(limits: Limits): readonly Edge[] {
  const { side, area, ratios } = limits;
  const edge = edgeOf('side');
  const longer = Math.max(side.min, Math.ceil(area.min / side.min));
  const [widest] = ratios;
  const narrowest = widest ? Math.ceil(((side.max + 1) * widest.height) / widest.width) : 0;
  const shorter = Math.max(side.min, narrowest);
  const high = Math.max(shorter, Math.ceil(area.min / side.max));
  return [
    edge('shortest', side.min, longer, true),
    edge('too-short', side.min - 1, longer, false),
    ...(Number.isFinite(side.max)
      ? [edge('longest', side.max, high, true), edge('too-long', side.max + 1, high, false)]
      : []),
  ];
}

function areaEdges({ area }: Limits): readonly Edge[] {
  const edge = edgeOf('area');
  const [low, high] = [Math.ceil(Math.sqrt(area.min)), Math.floor(Math.sqrt(area.max))];
  const fewest = Math.ceil(area.min / low);
  return [
    ...(area.min > 1 ? [edge('fewest', low, fewest, true), edge('too-few', low, fewest - 1, false)] : []),
    ...(Number.isFinite(area.max)
      ? [
          edge('most', high, Math.floor(area.max / high), true),
          edge('too-many', high, Math.floor(area.max / high) + 1, false),
        ]
      : []),
  ];
}

function ratioEdges({ side, area, ratios }: Limits): readonly Edge[] {
  return ratios.flatMap(({ width, height }) => {
    const unit = Math.ceil(
      Math.max(side.min / Math.min(width, height), Math.sqrt(area.min / (width * height))),
    );
    const isWide = width >= height;
    const name = isWide ? 'widest' : 'highest';
    const at = { width: width * unit, height: height * unit };
    const beyond = isWide ? { ...at, width: at.width + 1 } : { ...at, height: at.height + 1 };
    return [
      { limit: 'ratio', edge: name, allowed: true, ...at },
      { limit: 'ratio', edge: `beyond-${name}`, allowed: false, ...beyond },
    ];
  });
}

const NEARBY = [
  [-8, -16],
  [16, 8],
  [0, -8],
  [0, 8],
] as const;

/** A size near one of the table that is not in it. */
function plainSize({ sizes }: JsonObject, limits: Limits): Shape | undefined {
  const cells = Object.values(toObject(toObject(sizes).table)).flatMap((row) => Object.values(toObject(row)));
  return cells
    .flatMap((cell) => {
      const { width, height } = toShape(cell);
      return NEARBY.map(([wider, higher]) => ({ width: width + wider, height: height + higher }));
    })
    .find((shape) => breaks(limits, shape).length === 0 && !cells.includes(`${shape.width}x${shape.height}`));
}
