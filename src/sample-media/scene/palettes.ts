import type { SceneGround, SceneHour } from '../../gateway/ports/media/media.ts';

/** The colours of a scene. All are six-digit hex. */
export interface Palette {
  readonly hour: SceneHour;
  readonly ground: SceneGround;
  /** Zenith, middle and horizon. */
  readonly sky: readonly [string, string, string];
  readonly sun: string;
  readonly cloud: string;
  /** Mountain ridges, far to near. */
  readonly ridges: readonly [string, string, string];
  readonly snow: string;
  readonly water: readonly [string, string];
  /** Hills, far to near. */
  readonly meadow: readonly [string, string, string];
  readonly leaf: readonly [string, string];
  readonly trunk: string;
  readonly wall: string;
  readonly roof: string;
  readonly accent: readonly [string, string];
}

/** Green land at each hour, and every other ground by day. A seed picks one of these where the prompt leaves it open. */
export const palettes: readonly Palette[] = [
  {
    hour: 'day',
    ground: 'green',
    sky: ['#3f8fd2', '#8cc7ec', '#e9f4f2'],
    sun: '#ffe08a',
    cloud: '#ffffff',
    ridges: ['#a9c7d9', '#7ea6b4', '#5b8a86'],
    snow: '#f7fbff',
    water: ['#a9dbe2', '#4f9fb8'],
    meadow: ['#a6c76c', '#7fae55', '#548a44'],
    leaf: ['#5fa04e', '#3d7d43'],
    trunk: '#7a5238',
    wall: '#fbf3e4',
    roof: '#d2553f',
    accent: ['#ee6c4d', '#f6c453'],
  },
  {
    hour: 'dusk',
    ground: 'green',
    sky: ['#3b3a6e', '#c8698a', '#ffc48a'],
    sun: '#ffe3a6',
    cloud: '#f7b7a8',
    ridges: ['#b0698a', '#7f4c7a', '#533a66'],
    snow: '#ffd9c4',
    water: ['#f7b48c', '#7d5086'],
    meadow: ['#6f5a63', '#54475c', '#372f4a'],
    leaf: ['#5b5066', '#3f3856'],
    trunk: '#2f2740',
    wall: '#f2cdb2',
    roof: '#8c3f56',
    accent: ['#f26d5b', '#ffd27a'],
  },
  {
    hour: 'night',
    ground: 'green',
    sky: ['#0b1437', '#1e2f66', '#506aa0'],
    sun: '#f4f1da',
    cloud: '#5f74a8',
    ridges: ['#3a4f83', '#2a3b68', '#1c2a4e'],
    snow: '#c9d6f2',
    water: ['#5b77ab', '#1d2f5e'],
    meadow: ['#2d4a52', '#203a44', '#142832'],
    leaf: ['#2f5a56', '#1f4346'],
    trunk: '#1d2433',
    wall: '#c8c3d6',
    roof: '#5a4a78',
    accent: ['#e08a6b', '#ffd98a'],
  },
  {
    hour: 'day',
    ground: 'snow',
    sky: ['#8fb8d8', '#c9dde8', '#fbeee2'],
    sun: '#fff1c9',
    cloud: '#ffffff',
    ridges: ['#c3d0dd', '#9fb3c6', '#7b93aa'],
    snow: '#ffffff',
    water: ['#d3e6ee', '#86abc2'],
    meadow: ['#f4f7fa', '#dde7ef', '#bfd0de'],
    leaf: ['#6d948c', '#486f70'],
    trunk: '#6b5549',
    wall: '#e9c9a0',
    roof: '#a8463f',
    accent: ['#d94f4a', '#f0b94d'],
  },
  {
    hour: 'day',
    ground: 'desert',
    sky: ['#e0935a', '#f3bf86', '#fdeccb'],
    sun: '#fff4d0',
    cloud: '#fff0dc',
    ridges: ['#dfae83', '#c98a5f', '#a9663f'],
    snow: '#ffe9cf',
    water: ['#8fd0c8', '#3f9a9c'],
    meadow: ['#eccb8f', '#dbab66', '#bb8347'],
    leaf: ['#8fa154', '#687d3c'],
    trunk: '#7c5230',
    wall: '#fff0d8',
    roof: '#b3543b',
    accent: ['#2f8f95', '#f4d06f'],
  },
  {
    hour: 'day',
    ground: 'autumn',
    sky: ['#5b8f9d', '#a9cdb9', '#f6e7b8'],
    sun: '#fff0a8',
    cloud: '#fbf7e6',
    ridges: ['#93b29a', '#6a9180', '#44706a'],
    snow: '#eef6e9',
    water: ['#c3dcc0', '#5d978f'],
    meadow: ['#d8b25a', '#bf8f3f', '#8f6a32'],
    leaf: ['#e08b3e', '#b75a2e'],
    trunk: '#5b4030',
    wall: '#f7ead0',
    roof: '#7d4a3a',
    accent: ['#c8452f', '#f2c14e'],
  },
  {
    hour: 'day',
    ground: 'spring',
    sky: ['#6f7fd6', '#c3a6e0', '#ffd7e2'],
    sun: '#fff3e0',
    cloud: '#fff5fa',
    ridges: ['#b7a4d8', '#8f86c6', '#6a70a8'],
    snow: '#fdf2ff',
    water: ['#d9c6ee', '#7b8fd0'],
    meadow: ['#a9d0a0', '#7eb58c', '#55937a'],
    leaf: ['#f2a3bd', '#d9779d'],
    trunk: '#6a4a55',
    wall: '#fffaf2',
    roof: '#7a6fc0',
    accent: ['#f0718b', '#ffd670'],
  },
  {
    hour: 'night',
    ground: 'green',
    sky: ['#10131f', '#2b2747', '#a8556a'],
    sun: '#ffe6c4',
    cloud: '#6d4a68',
    ridges: ['#5d3a5c', '#40304f', '#2a243f'],
    snow: '#e8bfae',
    water: ['#a55f70', '#2f2a4c'],
    meadow: ['#3a3450', '#2b2943', '#1b1b30'],
    leaf: ['#3f4a5f', '#2b3549'],
    trunk: '#191828',
    wall: '#d7b29c',
    roof: '#6b3550',
    accent: ['#ff8a65', '#ffdf8e'],
  },
  {
    hour: 'dawn',
    ground: 'green',
    sky: ['#5f7db8', '#e9a9a4', '#ffe2b5'],
    sun: '#fff0c2',
    cloud: '#ffdcd0',
    ridges: ['#c9a3b4', '#97819f', '#6c6688'],
    snow: '#ffeadf',
    water: ['#f6c9ae', '#7f8fb4'],
    meadow: ['#b3b78a', '#869a78', '#5c7a68'],
    leaf: ['#7d9a6c', '#557862'],
    trunk: '#5f4a4a',
    wall: '#fff0e0',
    roof: '#c2604f',
    accent: ['#e4694f', '#ffc978'],
  },
];
