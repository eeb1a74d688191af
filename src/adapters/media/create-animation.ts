import type { ChangedBlock } from './write-changed-frame.ts';
import { blockSide, copyBlock, type YuvPicture } from './yuv-picture.ts';

/** A moving shape: `poses` pictures of coverage (0 to 255) side by side. */
export interface Sprite {
  readonly width: number;
  readonly height: number;
  readonly poses: number;
  readonly coverage: Uint8Array;
}

/** A picture that changes from frame to frame. */
export interface Animation {
  /** The current frame; changed in place by `advance`. */
  readonly picture: YuvPicture;
  /** Paints the next frame and returns the blocks that differ from the one before, sorted by address. */
  advance(): readonly ChangedBlock[];
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const barHeight = 4;

/** Frames that the flock takes from side to side: seven seconds. */
const crossing = 168;
const posePeriod = 2;

/** Formation of a flock, the leading bird first: offset behind it in bird widths and below it in bird heights. */
const formation = [
  { behind: 0, below: 0 },
  { behind: 1.1, below: -0.9 },
  { behind: 1.5, below: 1.1 },
] as const;

/** Animates a flock across the upper part of an image and a progress bar along its lower edge over `frameCount` frames. */
export function createAnimation(
  base: YuvPicture,
  options: { readonly frameCount: number; readonly birds: readonly Sprite[]; readonly bright: boolean },
): Animation {
  const { frameCount, birds, bright } = options;
  const track = barTrack(base);
  paintFlat(base, track, { luma: 40, strength: 110 });
  const picture: YuvPicture = { ...base, y: base.y.slice(), u: base.u.slice(), v: base.v.slice() };
  let frame = 0;
  let flown: Area[] = [];
  let painted = new Set<number>();
  let filled = 0;
  return {
    picture,
    advance() {
      const changed = new Set(painted);
      painted = new Set();
      for (const area of flown) restore(picture, base, area);
      flown = birds.map((sprite, position) => {
        const area = birdArea(picture, birds, { frame, position });
        const pose = (Math.floor(frame / posePeriod) + position * 3) % sprite.poses;
        paintSprite(picture, area, { sprite, pose, luma: bright ? 225 : 36, painted });
        return area;
      });
      for (const address of painted) changed.add(address);
      const width = Math.round((track.width * (frame + 1)) / frameCount);
      const progress = { ...track, left: track.left + filled, width: width - filled };
      paintFlat(picture, progress, { luma: 225, strength: 235 });
      markBlocks(changed, picture, progress);
      filled = width;
      frame += 1;
      return [...changed].sort((one, other) => one - other).map((address) => toBlock(picture, address));
    },
  };
}

/** The bar lies in the middle of what is visible of the last row of blocks. */
function barTrack({ width, height, rows }: YuvPicture): Area {
  const top = rows - blockSide;
  const middle = top + Math.floor((height - top - barHeight) / 4) * 2;
  return {
    left: blockSide,
    top: Math.max(middle, 0),
    width: Math.max(width - 2 * blockSide, 2),
    height: barHeight,
  };
}

/** The flock flies from left to right in long waves and begins anew beyond the right edge. Positions are even. */
function birdArea(
  picture: YuvPicture,
  birds: readonly Sprite[],
  { frame, position }: { readonly frame: number; readonly position: number },
): Area {
  const [leader] = birds;
  const { width, height } = birds[position] ?? { width: 0, height: 0 };
  const { behind, below } = formation[position % formation.length] ?? formation[0];
  const span = 2.5 * (leader?.width ?? 0);
  const way = ((frame + crossing * 0.3) % crossing) / crossing;
  const left = way * (picture.width + span) - (leader?.width ?? 0) * (1 + behind);
  const wave = picture.height * (0.3 + 0.05 * Math.sin(way * 9 - behind));
  const top = wave + below * (leader?.height ?? 0) - height / 2;
  return { left: 2 * Math.round(left / 2), top: 2 * Math.round(top / 2), width, height };
}

function markBlocks(changed: Set<number>, picture: YuvPicture, area: Area): void {
  if (area.width <= 0) return;
  const columns = picture.stride / blockSide;
  const clip = (value: number, most: number): number =>
    Math.min(Math.max(Math.floor(value / blockSide), 0), most - 1);
  const right = area.left + area.width - 1;
  if (right < 0 || area.left >= picture.stride) return;
  for (
    let row = clip(area.top, picture.rows / blockSide);
    row <= clip(area.top + area.height - 1, picture.rows / blockSide);
    row += 1
  ) {
    for (let column = clip(area.left, columns); column <= clip(right, columns); column += 1) {
      changed.add(row * columns + column);
    }
  }
}

function toBlock(picture: YuvPicture, address: number): ChangedBlock {
  const columns = picture.stride / blockSide;
  return { address, samples: copyBlock(picture, address % columns, Math.floor(address / columns)) };
}

/** Visits every pixel of an area that lies in the picture. */
function eachPixel({ stride, rows }: YuvPicture, area: Area, visit: (x: number, y: number) => void): void {
  for (let y = Math.max(area.top, 0); y < Math.min(area.top + area.height, rows); y += 1) {
    for (let x = Math.max(area.left, 0); x < Math.min(area.left + area.width, stride); x += 1) visit(x, y);
  }
}

function restore(picture: YuvPicture, base: YuvPicture, area: Area): void {
  eachPixel(picture, area, (x, y) => {
    const at = y * picture.stride + x;
    picture.y[at] = base.y[at] ?? 0;
    const half = (y >> 1) * (picture.stride / 2) + (x >> 1);
    picture.u[half] = base.u[half] ?? 128;
    picture.v[half] = base.v[half] ?? 128;
  });
}

function paintFlat(
  picture: YuvPicture,
  area: Area,
  { luma, strength }: { luma: number; strength: number },
): void {
  eachPixel(picture, area, (x, y) => blend(picture, { x, y, luma, strength }));
}

interface SpritePaint {
  readonly sprite: Sprite;
  readonly pose: number;
  readonly luma: number;
  /** Addresses of the blocks that were touched are added. */
  readonly painted: Set<number>;
}

function paintSprite(picture: YuvPicture, area: Area, { sprite, pose, luma, painted }: SpritePaint): void {
  const columns = picture.stride / blockSide;
  const pitch = sprite.width * sprite.poses;
  eachPixel(picture, area, (x, y) => {
    const strength = sprite.coverage[(y - area.top) * pitch + pose * sprite.width + x - area.left] ?? 0;
    if (strength === 0) return;
    blend(picture, { x, y, luma, strength });
    painted.add(Math.floor(y / blockSide) * columns + Math.floor(x / blockSide));
  });
}

/** Mixes a grey into one pixel; strength 0 to 255. Of four pixels that share a colour sample the first one decides. */
function blend(
  picture: YuvPicture,
  {
    x,
    y,
    luma,
    strength,
  }: { readonly x: number; readonly y: number; readonly luma: number; readonly strength: number },
): void {
  const at = y * picture.stride + x;
  picture.y[at] = mix(picture.y[at] ?? 0, luma, strength);
  if ((x | y) & 1) return;
  const half = (y >> 1) * (picture.stride / 2) + (x >> 1);
  picture.u[half] = mix(picture.u[half] ?? 128, 128, strength);
  picture.v[half] = mix(picture.v[half] ?? 128, 128, strength);
}

function mix(from: number, to: number, strength: number): number {
  return from + Math.round(((to - from) * strength) / 255);
}
