import sharp from 'sharp';
import { expect, test } from 'vitest';
import { work } from '../../../../src/adapters/media/copies/copy-picture-work.ts';

test('what is transparent in a picture is white in its copy', async () => {
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const picture = await sharp({ create: { width: 8, height: 8, channels: 4, background } })
    .png()
    .toBuffer();
  const copy = await work(picture, { orientation: 1 });
  const { data, info } = await sharp(Buffer.from(copy ?? '', 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([8, 8, 3]);
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
});
