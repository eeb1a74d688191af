import { execFileSync, spawnSync } from 'node:child_process';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { nodeSampleMedia } from '../../src/adapters/renderings/node-sample-media.ts';
import type {
  ImageDescription,
  SceneGround,
  SceneHour,
  SceneWeather,
  SceneWish,
} from '../../src/gateway/ports/media/media.ts';
import { planScene } from '../../src/sample-media/scene/plan-scene.ts';

const { renderClip, renderImage, renderLayer } = nodeSampleMedia;

const hasDecoder = spawnSync('ffmpeg', ['-version']).status === 0;
const side = 320;
const seeds = [1, 2, 3, 4, 5, 6] as const;

const plain = {
  width: side,
  height: side,
  format: 'png',
  watermark: false,
  background: 'opaque',
} as const satisfies Partial<ImageDescription>;

interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** 0 to 255. */
  readonly luminance: number;
  /** Standard deviation of the luminance. */
  readonly contrast: number;
}

const drawn = new Map<string, Promise<Buffer>>();

/** The samples of the scene without its subjects, three per pixel. Several tests measure the same scene: it is drawn once. */
function samplesOf(seed: number, scene: SceneWish): Promise<Buffer> {
  const draw = async () =>
    sharp(await renderLayer({ ...plain, seed, scene, layer: { index: 0 } }))
      .removeAlpha()
      .raw()
      .toBuffer();
  const name = JSON.stringify([seed, scene]);
  const samples = drawn.get(name) ?? draw();
  drawn.set(name, samples);
  return samples;
}

/** The mean colour of the right half between two heights (shares of the picture), of the scene without its subjects. */
async function band(seed: number, scene: SceneWish, [top, bottom]: readonly [number, number]) {
  const samples = await samplesOf(seed, scene);
  const sums = { red: 0, green: 0, blue: 0, luminance: 0, squares: 0 };
  const [first, last] = [Math.round(top * side), Math.round(bottom * side)];
  for (let y = first; y < last; y += 1)
    for (let x = side / 2; x < side; x += 1) {
      const [red = 0, green = 0, blue = 0] = samples.subarray((y * side + x) * 3, (y * side + x) * 3 + 3);
      const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      sums.red += red;
      sums.green += green;
      sums.blue += blue;
      sums.luminance += luminance;
      sums.squares += luminance ** 2;
    }
  const count = (last - first) * (side / 2);
  const mean = (sum: number) => sum / count;
  return {
    red: mean(sums.red),
    green: mean(sums.green),
    blue: mean(sums.blue),
    luminance: mean(sums.luminance),
    contrast: Math.sqrt(mean(sums.squares) - mean(sums.luminance) ** 2),
  } satisfies Colour;
}

const sky = [0.04, 0.2] as const;
const ground = [0.88, 1] as const;

describe.each(seeds)('seed %i', (seed) => {
  test('snow at night: a dark sky over bright, bluish snow', async () => {
    const night = { hour: 'night', ground: 'snow' } as const;
    const above = await band(seed, night, sky);
    const below = await band(seed, night, ground);
    expect(above.luminance).toBeLessThan((await band(seed, { ground: 'snow' }, sky)).luminance / 2);
    expect(below.luminance).toBeGreaterThan(above.luminance + 20);
    expect(below.luminance).toBeGreaterThan((await band(seed, { hour: 'night' }, ground)).luminance + 40);
    expect(below.luminance).toBeLessThan((await band(seed, { ground: 'snow' }, ground)).luminance - 40);
    expect(below.blue).toBeGreaterThan(below.red + 20);
  });

  test('snow at sunset is reddish, and the sky is that of a sunset', async () => {
    const dusk = { hour: 'dusk', ground: 'snow' } as const;
    const below = await band(seed, dusk, ground);
    expect(below.red).toBeGreaterThan(below.blue);
    expect(await band(seed, dusk, sky)).toEqual(await band(seed, { hour: 'dusk' }, sky));
  });

  test('a desert is yellow at dawn, under the sky of a dawn', async () => {
    const dawn = { hour: 'dawn', ground: 'desert' } as const;
    const below = await band(seed, dawn, ground);
    expect(below.red).toBeGreaterThan(below.blue + 40);
    expect(await band(seed, dawn, sky)).toEqual(await band(seed, { hour: 'dawn' }, sky));
  });

  test('rain takes the colour from the sky, by day and by night', async () => {
    const colour = ({ red, green, blue }: Colour) => Math.max(red, green, blue) - Math.min(red, green, blue);
    for (const hour of ['day', 'night'] as const) {
      const clear = await band(seed, { hour }, sky);
      const rainy = await band(seed, { hour, weather: 'rain' }, sky);
      expect(colour(rainy)).toBeLessThan(colour(clear) * 0.8);
    }
    const rainy = { hour: 'night', weather: 'rain' } as const;
    expect((await band(seed, rainy, sky)).luminance).toBeLessThan(90);
  });

  test.each<SceneHour>(['day', 'dawn', 'dusk', 'night'])(
    'fog takes the contrast from the distance at %s, and less from the foreground',
    async (hour) => {
      const { horizon, stage } = planScene({ ...plain, seed }, { subjects: 0 });
      const line = horizon / stage.height;
      const far = [line - 0.15, line] as const;
      const kept = async (area: readonly [number, number]) =>
        (await band(seed, { hour, water: false, weather: 'fog' }, area)).contrast /
        (await band(seed, { hour, water: false }, area)).contrast;
      const keptFar = await kept(far);
      expect(keptFar).toBeLessThan(0.6);
      expect(await kept(ground)).toBeGreaterThan(keptFar);
    },
  );
});

test('distant subjects fade more than near ones', async () => {
  /** How much the fog changes the picture where this subject is, drawn as a separate layer. */
  const change = async (index: number) => {
    const draw = async (scene: SceneWish) =>
      await sharp(await renderLayer({ ...plain, width: 100, height: 100, seed: 1, scene, layer: { index } }))
        .raw()
        .toBuffer();
    const [clear, foggy] = [await draw({ hour: 'day' }), await draw({ hour: 'day', weather: 'fog' })];
    return (
      clear.reduce((sum, value, at) => sum + Math.abs(value - (foggy[at] ?? 0)), 0) /
      clear.reduce((sum, value, at) => sum + (at % 4 === 3 ? value : 0), 0)
    );
  };
  const [mountain, boat, bush] = [3, 4, 14];
  expect(await change(mountain)).toBeGreaterThan(await change(bush));
  expect(await change(boat)).toBeGreaterThan(await change(bush));
});

test.skipIf(!hasDecoder)('a clip is foggy in its last frames too', async () => {
  const size = { width: 640, height: 360, seed: 2 };
  const { horizon, stage } = planScene(size, { subjects: 0 });
  const line = Math.round((horizon / stage.height) * size.height);
  const contrast = async (scene: SceneWish) => {
    const input = await renderClip({ ...size, durationSeconds: 1, scene });
    const filter = ['-vf', 'select=eq(n\\,23)', '-frames:v', '1'];
    const output = ['-c:v', 'png', '-f', 'image2pipe', '-'];
    const frame = execFileSync('ffmpeg', ['-v', 'error', '-i', 'pipe:0', ...filter, ...output], { input });
    const far = { left: 0, width: size.width, top: line - 50, height: 50 };
    const part = await sharp(frame).extract(far).toBuffer();
    const [grey] = (await sharp(part).greyscale().stats()).channels;
    return grey?.stdev ?? 0;
  };
  const clear = await contrast({ hour: 'day' });
  expect(clear).toBeGreaterThan(10);
  expect(await contrast({ hour: 'day', weather: 'fog' })).toBeLessThan(clear * 0.6);
});

const hours: readonly SceneHour[] = ['day', 'dawn', 'dusk', 'night'];
const grounds: readonly SceneGround[] = ['green', 'snow', 'desert', 'autumn', 'spring'];
const weathers: readonly (SceneWeather | undefined)[] = [undefined, 'fog', 'rain', 'snow'];

test('every time of day combines with every ground and weather, and each picture is different', async () => {
  const pictures = new Set<string>();
  for (const hour of hours)
    for (const ground of grounds)
      for (const weather of weathers) {
        const scene = { hour, ground, ...(weather ? { weather } : {}) };
        const { palette } = planScene({ ...plain, seed: 5 }, { subjects: 'some', wish: scene });
        expect(palette).toMatchObject({ hour, ground });
        const bytes = await renderImage({ ...plain, seed: 5, scene });
        expect(Buffer.compare(bytes, await renderImage({ ...plain, seed: 5, scene }))).toBe(0);
        pictures.add(Buffer.from(await sharp(bytes).raw().toBuffer()).toString('base64'));
      }
  expect(pictures.size).toBe(80);
});

test('the same place by day, by night and in fog: only colours, stars and veils differ', () => {
  for (const seed of seeds) {
    const place = (wish: SceneWish) => {
      const { horizon, lake, subjects } = planScene({ ...plain, seed }, { subjects: 'some', wish });
      return { horizon, lake, subjects };
    };
    const clear = place({ hour: 'day' });
    expect(place({ hour: 'night', ground: 'snow' })).toEqual(clear);
    expect(place({ weather: 'fog' })).toEqual(clear);
  }
});

test('a desert has no lake, and falling rain or snow hides the sun, unless the prompt names them', () => {
  for (const seed of seeds) {
    const plan = (wish: SceneWish) => planScene({ ...plain, seed }, { subjects: 'some', wish });
    const kinds = (wish: SceneWish) => plan(wish).subjects.map(({ kind }) => kind);
    expect(plan({ ground: 'desert' }).lake).toBe(false);
    expect(plan({ ground: 'desert', water: true }).lake).toBe(true);
    expect(kinds({ ground: 'desert' })).not.toContain('boat');
    expect(kinds({ weather: 'rain' })).not.toContain('sun');
    expect(kinds({ weather: 'snow' })).not.toContain('sun');
    expect(kinds({ weather: 'fog' })).toContain('sun');
    expect(kinds({ weather: 'rain', things: ['sun'] })).toContain('sun');
  }
});
