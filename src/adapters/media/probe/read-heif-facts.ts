import { readCharacters, viewOf } from '../containers/byte-view.ts';
import { findHeifPrimary } from '../containers/find-heif-primary.ts';
import { type Box, listBoxes } from '../containers/list-boxes.ts';
import type { ImageFacts } from './image-facts.ts';

/** Image metadata takes a few kilobytes; a box of this many bytes is not image metadata. */
const metaLimit = 1_048_576;

/** The properties of one item, each a box. */
type Properties = readonly Box[];

/**
 * HEIC, HEIF and AVIF: the primary item's own size (never a tile's or a thumbnail's), cropped by `clap` and turned by `irot`. Alpha is
 * an auxiliary image of that kind.
 */
export function readHeifFacts(bytes: Uint8Array): ImageFacts | undefined {
  const view = viewOf(bytes);
  const top = listBoxes(view, 0, bytes.length);
  const meta = top.boxes.find((box) => box.type === 'meta');
  if (meta === undefined || meta.end - meta.data > metaLimit) return undefined;
  const inner = listBoxes(view, meta.data + 4, meta.end).boxes;
  const container = inner.find((box) => box.type === 'iprp');
  if (container === undefined) return undefined;
  const parts = listBoxes(view, container.data, container.end).boxes;
  const store = parts.find((box) => box.type === 'ipco');
  if (store === undefined) return undefined;
  const all = listBoxes(view, store.data, store.end).boxes;
  const indexes = new Set(findHeifPrimary(view, { items: inner, properties: parts }));
  const own = [...indexes].flatMap((index) => all[index - 1] ?? []);
  // Coded data is in a separate box, rarely inside the description.
  const coded = top.boxes.some((box) => box.type === 'mdat') || inner.some((box) => box.type === 'idat');
  const truncated = top.truncated || !coded;
  const size = readSize(view, own.some(isExtent) ? own : all);
  return size && { ...size, hasAlpha: all.some((box) => isAlpha(view, box)), truncated };
}

function readSize(view: DataView, properties: Properties): { width: number; height: number } | undefined {
  const extents = properties
    .filter(isExtent)
    .map((box) => ({ width: view.getUint32(box.data + 4), height: view.getUint32(box.data + 8) }));
  if (extents.length === 0) return undefined;
  const extent = extents.reduce((most, one) =>
    one.width * one.height > most.width * most.height ? one : most,
  );
  const clap = properties.find((box) => box.type === 'clap');
  const cropped =
    clap === undefined ? extent : { width: ratio(view, clap.data), height: ratio(view, clap.data + 8) };
  const turn = properties.find((box) => box.type === 'irot');
  const sideways = turn !== undefined && (view.getUint8(turn.data) & 1) === 1;
  return sideways ? { width: cropped.height, height: cropped.width } : cropped;
}

function isExtent(box: Box): boolean {
  return box.type === 'ispe';
}

function ratio(view: DataView, at: number): number {
  return Math.round(view.getUint32(at) / Math.max(view.getUint32(at + 4), 1));
}

const alphaNames = ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1'];

function isAlpha(view: DataView, box: Box): boolean {
  if (box.type !== 'auxC') return false;
  const from = box.data + 4;
  const length = Math.max(Math.min(64, box.end - from), 0);
  const name = readCharacters(new Uint8Array(view.buffer, view.byteOffset + from, length), length);
  return alphaNames.some((alpha) => name.startsWith(`${alpha}\0`));
}
