import sharp from 'sharp';

type Format = 'png' | 'jpeg' | 'webp';

const drawn = new Map<string, Promise<Buffer>>();

/** A photo-like picture that the simulator did not draw: four quarters, red, green, blue and yellow, with noise. */
export async function fourQuarters(width: number, height: number, format: Format): Promise<Buffer> {
  const name = `${width}x${height}.${format}`;
  const picture = drawn.get(name) ?? draw(width, height, format);
  drawn.set(name, picture);
  return Buffer.from(await picture); // a copy: some tests damage it
}

function draw(width: number, height: number, format: Format): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue] = quarterColours[(y * 2 < height ? 0 : 2) + (x * 2 < width ? 0 : 1)] ?? [
        0, 0, 0,
      ];
      const noise = ((x * 7919 + y * 104_729) % 23) - 11;
      const at = (y * width + x) * 3;
      pixels[at] = red + noise;
      pixels[at + 1] = green + noise;
      pixels[at + 2] = blue + noise;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** The colours of the quarters, row by row. */
export const quarterColours: readonly (readonly [number, number, number])[] = [
  [200, 40, 40],
  [40, 160, 60],
  [40, 70, 200],
  [210, 190, 40],
];
