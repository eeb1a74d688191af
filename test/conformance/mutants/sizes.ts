import sharp, { type Sharp } from 'sharp';
import { type JsonObject, toList, toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants, type TamperedResponse, type Tampering } from './tampering.ts';
import {
  both,
  changingBody,
  changingImage,
  changingResponse,
  changingSuccess,
  lite,
  ofModel,
  pro,
  qx,
  refusal,
  refusing,
  toFiles,
  toImages,
  without,
} from './tampers.ts';

/** Replaces a given size in the record. */
function recorded(size: string, instead: string): Tampering {
  return changingSuccess((record) => {
    const images = toList(toObject(record.result).images).map(toObject);
    const changed = images.map((image) => ({
      ...image,
      sizes: toList(image.sizes).map((one) => (one === size ? instead : one)),
    }));
    return images.length > 0 ? { ...record, result: { images: changed } } : record;
  });
}

/** The downloaded file has different dimensions. */
function drawn(change: (image: Sharp) => Sharp): Tampering {
  return changingResponse(toFiles, async (response): Promise<TamperedResponse> => {
    if (!response.headers['content-type']?.startsWith('image/')) return response;
    return { ...response, bytes: new Uint8Array(await change(sharp(response.bytes)).toBuffer()) };
  });
}

const sized = (body: JsonObject, from: RegExp, size: string): JsonObject =>
  from.test(String(body.size)) ? { ...body, size } : body;

/** Faults of sizes and tiers: section 4.4. */
export const sizeMutants = defineMutants(
  ['sizes', 'limits', 'images', 'results', 'files'],
  [
    ['size-qx-1k-4x3', 'qx 1K 4:3 is eight pixels wider.', recorded('1152x864', '1160x864')],
    ['size-qx-2k-3x2', 'qx 2K 3:2 is eight pixels higher.', recorded('2048x1360', '2048x1368')],
    ['size-lite-2k-16x9', 'lite 2K 16:9 is 2848x1602.', recorded('2848x1600', '2848x1602')],
    ['size-lite-3k-1x2', 'lite 3K 1:2 is turned.', recorded('2160x4320', '4320x2160')],
    ['size-lite-4k-21x9', 'lite 4K 21:9 is eight pixels lower.', recorded('6240x2656', '6240x2648')],
    ['size-pro-1k-16x9', 'pro 1K 16:9 is that of qx.', recorded('1312x736', '1280x720')],
    ['size-pro-15k-2x1', 'pro 1.5K 2:1 is eight pixels off.', recorded('2176x1088', '2168x1088')],
    ['size-pro-2k-9x16', 'pro 2K 9:16 is eight pixels off.', recorded('1440x2560', '1440x2552')],
    [
      'size-file-narrower',
      'The file is eight pixels narrower than the record says.',
      drawn((image) => image.extract({ left: 0, top: 0, width: 512, height: 512 })),
    ],
    ['size-file-rotated', 'The file is turned by ninety degrees.', drawn((image) => image.rotate(90))],
    ['size-format-jpeg', 'Every file is a JPEG, whatever the record says.', drawn((image) => image.jpeg())],
    ['size-format-png', 'Every file is a PNG, whatever the record says.', drawn((image) => image.png())],
    [
      'size-fallback-square',
      'An unsupported ratio becomes a square.',
      changingBody(toImages, (body) => sized(body, /^9[:x]21$/, '1:1')),
    ],
    [
      'size-default-qx',
      'qx without size and resolution makes 4:3.',
      changingBody(qx, (body) =>
        body.size || body.resolution || body.image_urls ? body : { ...body, size: '4:3' },
      ),
    ],
    [
      'size-default-lite-tier',
      'lite without resolution makes 3K.',
      changingBody(lite, (body) => ({ resolution: '3K', ...body })),
    ],
    [
      'size-default-pro-tier',
      'pro without resolution makes 2K.',
      changingBody(pro, (body) =>
        body.size || body.layer_decomposition ? body : { resolution: '2K', ...body },
      ),
    ],
    [
      'size-precedence',
      'pro: resolution wins over a tier in size.',
      changingBody(pro, (body) =>
        body.resolution && /k$/i.test(String(body.size)) ? without(body, 'size') : body,
      ),
    ],
    [
      'size-pixels-scaled',
      'pro: exact pixels are scaled by the resolution.',
      changingBody(pro, (body) =>
        body.resolution && /^\d{3,}x\d{3,}$/.test(String(body.size)) ? without(body, 'size') : body,
      ),
    ],
    [
      'size-lowercase-tier',
      'A tier in lower case is refused.',
      refusing((request) => toImages(request) && /^\d(\.5)?k$/.test(String(request.body?.resolution))),
    ],
    [
      'size-x-ratio',
      'A ratio with an x is refused.',
      refusing((request) => toImages(request) && /^\d{1,2}x\d{1,2}$/.test(String(request.body?.size))),
    ],
    [
      'size-capital-x',
      'pro: pixels with a capital X are refused.',
      refusing((request) => pro(request) && /X/.test(String(request.body?.size))),
    ],
    [
      'size-multiplication-sign',
      'pro: pixels with the multiplication sign are refused.',
      refusing((request) => pro(request) && String(request.body?.size).includes('×')),
    ],
    [
      'size-qx-side-511',
      'qx: a side of 511 is accepted.',
      changingBody(qx, (body) => sized(body, /^511x|x511$/, '512x512')),
    ],
    [
      'size-qx-side-512',
      'qx: a side of 512 is refused.',
      refusing((request) => qx(request) && /\b512\b/.test(String(request.body?.size).replaceAll('x', ' '))),
    ],
    [
      'size-qx-side-2049',
      'qx: a side of 2049 is accepted.',
      changingBody(qx, (body) => sized(body, /2049/, '2048x2048')),
    ],
    [
      'size-qx-side-2048',
      'qx: a side of 2048 is refused.',
      refusing((request) => qx(request) && /2048/.test(String(request.body?.size))),
    ],
    [
      'size-pro-area-under',
      'pro: fewer than 921600 pixels are accepted.',
      changingBody(pro, (body) =>
        area(body) > 0 && area(body) < 921600 ? { ...body, size: '960x960' } : body,
      ),
    ],
    [
      'size-pro-area-least',
      'pro: exactly 921600 pixels are refused.',
      refusing((request) => pro(request) && area(request.body) === 921600),
    ],
    [
      'size-pro-area-over',
      'pro: more than 4624220 pixels are accepted.',
      changingBody(pro, (body) => (area(body) > 4624220 ? { ...body, size: '2048x2048' } : body)),
    ],
    [
      'size-pro-area-most',
      'pro: 4624220 pixels are refused.',
      refusing((request) => pro(request) && area(request.body) > 4600000 && area(request.body) <= 4624220),
    ],
    [
      'size-lite-1k',
      'lite: 1K is accepted.',
      changingBody(lite, (body) =>
        /^1k$/i.test(String(body.resolution)) ? { ...body, resolution: '2K' } : body,
      ),
    ],
    [
      'size-lite-any-tier',
      'lite: a resolution that it does not have is made as 2K.',
      changingBody(lite, (body) =>
        body.resolution !== undefined && !/^[1-4]k$/i.test(String(body.resolution))
          ? { ...body, resolution: '2K' }
          : body,
      ),
    ],
    [
      'size-pro-3k',
      'pro: 3K is accepted.',
      changingBody(pro, (body) =>
        /^[34]k$/i.test(String(body.resolution)) ? { ...body, resolution: '2K' } : body,
      ),
    ],
    [
      'size-lite-auto',
      'lite: auto without a reference is accepted.',
      changingBody(lite, (body) => (body.size === 'auto' && !body.image_urls ? without(body, 'size') : body)),
    ],
    [
      'size-lite-auto-widest',
      'lite: auto makes a 2:1 image for a reference of 21:9.',
      changingBody(lite, (body) =>
        body.size === 'auto' && JSON.stringify(body.image_urls).includes('2100x900')
          ? { ...body, size: '2:1' }
          : body,
      ),
    ],
    [
      'size-lite-auto-square',
      'lite: auto makes a square.',
      changingBody(lite, (body) =>
        body.size === 'auto' && body.image_urls ? { ...body, size: '1:1' } : body,
      ),
    ],
    ['size-record-short', 'The record has no sizes.', changingImage((image) => without(image, 'sizes'))],
    [
      'size-record-formats',
      'The record has no formats.',
      changingImage((image) => without(image, 'output_formats')),
    ],
    [
      'size-pro-2x1',
      'pro: 2x1 is refused.',
      changingResponse(
        (request) => pro(request) && request.body?.size === '2x1',
        () => refusal(400),
      ),
    ],
    [
      'size-qx-3x2',
      'qx: 3x2 is a square.',
      changingBody(both(toImages, ofModel('qx-image')), (body) =>
        body.size === '3x2' ? { ...body, size: '1:1' } : body,
      ),
    ],
  ],
);

function area(body: JsonObject | undefined): number {
  const [, width, height] = /^(\d{3,})[xX×](\d{3,})$/.exec(String(body?.size)) ?? [];
  return Number(width ?? 0) * Number(height ?? 0);
}
