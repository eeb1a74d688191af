import sharp from 'sharp';
import { type JsonObject, toList, toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants, type Tampering } from './tampering.ts';
import { changingBody, changingImage, changingResponse, pro, refusing, toFiles, without } from './tampers.ts';

const count = (body: JsonObject | undefined): number => toList(body?.image_urls).length;

const layered = (body: JsonObject): boolean => body.layer_decomposition === true;

function layers(change: (all: readonly JsonObject[]) => readonly JsonObject[]): Tampering {
  return changingImage((image) =>
    image.layers ? { ...image, layers: change(toList(image.layers).map(toObject)) } : image,
  );
}

const above = (change: (layer: JsonObject) => JsonObject): Tampering =>
  layers(([base = {}, ...rest]) => [base, ...rest.map(change)]);

function box(change: (box: JsonObject) => JsonObject): Tampering {
  return above((layer) => ({ ...layer, bounding_box: change(toObject(layer.bounding_box)) }));
}

/** Faults of layer decomposition: sections 2.5, 4.4.3. */
export const layerMutants = defineMutants(
  ['layers', 'results', 'files'],
  [
    ['layer-order', 'Layers come in reverse order.', layers((all) => all.toReversed())],
    ['layer-z-equal', 'Two layers have the same z_index.', above((layer) => ({ ...layer, z_index: 1 }))],
    [
      'layer-no-flag',
      'The result has no layer_decomposition.',
      changingImage((image) => without(image, 'layer_decomposition')),
    ],
    [
      'layer-flag-always',
      'Every result has layer_decomposition.',
      changingImage((image) => ({ ...image, layer_decomposition: true })),
    ],
    ['layer-no-name', 'A layer has no name.', above((layer) => without(layer, 'name'))],
    ['layer-no-description', 'A layer has no description.', above((layer) => without(layer, 'description'))],
    ['layer-jpeg', 'A layer is recorded as jpeg.', above((layer) => ({ ...layer, output_format: 'jpeg' }))],
    [
      'layer-size',
      'The size of a layer is that of the base image.',
      layers(([base = {}, ...rest]) => [base, ...rest.map((layer) => ({ ...layer, size: base.size }))]),
    ],
    [
      'layer-normalized-pixels',
      'Normalized boxes are in pixels.',
      box((one) => ({ ...one, normalized: one.absolute })),
    ],
    [
      'layer-normalized-hundred',
      'Normalized boxes are on a scale of 100.',
      box((one) => ({ ...one, normalized: toList(one.normalized).map((edge) => Number(edge) / 10) })),
    ],
    [
      'layer-absolute-width',
      'Absolute boxes are left, top, width, height.',
      box((one) => {
        const [left = 0, top = 0, right = 0, bottom = 0] = toList(one.absolute).map(Number);
        return { ...one, absolute: [left, top, right - left, bottom - top] };
      }),
    ],
    [
      'layer-box-shifted',
      'Absolute boxes are eight pixels to the right.',
      box((one) => ({
        ...one,
        absolute: toList(one.absolute).map((edge, index) => Number(edge) + (index % 2 === 0 ? 8 : 0)),
      })),
    ],
    ['layer-one-missing', 'A layer has an address but no entry.', layers((all) => all.slice(0, -1))],
    [
      'layer-ratio',
      'Layers of a ratio are accepted.',
      changingBody(pro, (body) =>
        layered(body) && /:/.test(String(body.size)) ? without(body, 'size') : body,
      ),
    ],
    [
      'layer-pixels',
      'Layers of exact pixels are accepted.',
      changingBody(pro, (body) =>
        layered(body) && /\d{3,}x/.test(String(body.size)) ? without(body, 'size') : body,
      ),
    ],
    [
      'layer-pixels-sign',
      'Layers of exact pixels with a multiplication sign are accepted.',
      changingBody(pro, (body) =>
        layered(body) && String(body.size).includes('×') ? without(body, 'size') : body,
      ),
    ],
    [
      'layer-two-inputs',
      'Layers of two inputs are accepted.',
      changingBody(pro, (body) =>
        layered(body) && count(body) === 2
          ? { ...body, image_urls: toList(body.image_urls).slice(0, 1) }
          : body,
      ),
    ],
    [
      'layer-needs-prompt',
      'Layers without a prompt are refused.',
      refusing(
        (request) => pro(request) && request.body?.layer_decomposition === true && !request.body.prompt,
      ),
    ],
    [
      'layer-base-format',
      'output_format does not change the base image.',
      changingBody(pro, (body) => (layered(body) ? without(body, 'output_format') : body)),
    ],
    [
      'layer-opaque-files',
      'The files of layers are opaque.',
      changingResponse(toFiles, async (response) =>
        response.headers['content-type'] === 'image/png'
          ? {
              ...response,
              bytes: new Uint8Array(
                await sharp(response.bytes).flatten({ background: '#fff' }).png().toBuffer(),
              ),
            }
          : response,
      ),
    ],
    [
      'layer-data',
      'Layers of a data URI are refused.',
      refusing(
        (request) =>
          pro(request) &&
          request.body?.layer_decomposition === true &&
          String(toList(request.body.image_urls)[0]).startsWith('data:'),
      ),
    ],
    [
      'layer-n-one',
      'Layers with n: 1 are refused.',
      refusing(
        (request) => pro(request) && request.body?.layer_decomposition === true && request.body.n === 1,
      ),
    ],
    [
      'layer-response-format',
      'response_format does not change the base image.',
      changingBody(pro, (body) => (layered(body) ? without(body, 'response_format') : body)),
    ],
  ],
);
