import * as policies from '../../../generated/policy-sections.ts';
import type { Dimensions } from './ratio.ts';

/** Edges of a layer: [left, top, right, bottom], in pixels or on a 0 to 1000 scale (section 2.5). */
export type Edges = readonly [left: number, top: number, right: number, bottom: number];

/** The position of a layer on the canvas, in pixels. */
export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const NORMALIZED_SCALE = policies.results.layer_box_scale;

/** Placement by an absolute box: x=left, y=top, w=right-left, h=bottom-top (section 2.5). */
export function placeAbsolute([left, top, right, bottom]: Edges): Placement {
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Placement by a normalized box on a canvas: left/1000*W and so on (section 2.5); not rounded. */
export function placeNormalized(edges: Edges, canvas: Dimensions): Placement {
  const [left, top, right, bottom] = edges;
  return {
    x: (left / NORMALIZED_SCALE) * canvas.width,
    y: (top / NORMALIZED_SCALE) * canvas.height,
    width: ((right - left) / NORMALIZED_SCALE) * canvas.width,
    height: ((bottom - top) / NORMALIZED_SCALE) * canvas.height,
  };
}

/** The normalized box of an absolute one, rounded to whole steps of the 0 to 1000 scale. */
export function normalizeEdges([left, top, right, bottom]: Edges, canvas: Dimensions): Edges {
  const across = (value: number) => Math.round((value * NORMALIZED_SCALE) / canvas.width);
  const down = (value: number) => Math.round((value * NORMALIZED_SCALE) / canvas.height);
  return [across(left), down(top), across(right), down(bottom)];
}

/** Layers in the order they are stacked: ascending `z_index`, bottom to top (section 2.5). */
export function stackingOrder<Layer extends { readonly z_index: number }>(
  layers: readonly Layer[],
): readonly Layer[] {
  return [...layers].sort((a, b) => a.z_index - b.z_index);
}
