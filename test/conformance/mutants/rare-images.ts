import { type JsonObject, toList, toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants, type TamperedRequest, type Tampering } from './tampering.ts';
import {
  accepting,
  bodyOf,
  both,
  type Condition,
  changingBody,
  changingResponse,
  lite,
  ofModel,
  pro,
  qx,
  refusing,
  toSubmits,
  toVideos,
  withJson,
  without,
} from './tampers.ts';

const referencesOf = (request: TamperedRequest): readonly string[] =>
  toList(bodyOf(request).image_urls).map(String);

const has =
  (name: string, ...values: readonly unknown[]): Condition =>
  (request) =>
    values.includes(bodyOf(request)[name]);

const hasSome =
  (name: string): Condition =>
  (request) =>
    bodyOf(request)[name] !== undefined;

const isEdit: Condition = (request) => referencesOf(request).length > 0;
const isLayered = has('layer_decomposition', true);
const isData: Condition = (request) => referencesOf(request).some((address) => address.startsWith('data:'));
const isWithoutBase64: Condition = (request) =>
  referencesOf(request).some((address) => /^data:[^;,]*,/.test(address));

/** References are checked up to an index. */
const checkingUpTo = (concerns: Condition, last: number): Tampering =>
  changingResponse(concerns, (response) => {
    const violations = toList(toObject(toObject(response.body).error).violations);
    const isLater = (violation: unknown): boolean =>
      Number(/^\/image_urls\/(\d+)/.exec(String(toObject(violation as JsonObject).path))?.[1] ?? 0) > last;
    return response.status === 400 && violations.length > 0 && violations.every(isLater)
      ? withJson(
          { ...response, status: 200 },
          { code: 200, data: [{ status: 'submitted', task_id: 'task_accepted' }] },
        )
      : response;
  });

const references = defineMutants(
  ['limits', 'video', 'sizes'],
  [
    ['rare-qx-third', 'qx: the third reference is not checked.', checkingUpTo(qx, 1)],
    ['rare-lite-after-five', 'lite: references after the fifth are not checked.', checkingUpTo(lite, 4)],
    ['rare-lite-fourteenth', 'lite: the fourteenth reference is not checked.', checkingUpTo(lite, 12)],
    ['rare-pro-tenth', 'pro: the tenth reference is not checked.', checkingUpTo(pro, 8)],
    ['rare-video-seventh', 'The seventh reference of a clip is not checked.', checkingUpTo(toVideos, 5)],
    [
      'rare-lite-plain-data',
      'lite: a data URI without base64 is accepted.',
      accepting(both(lite, isWithoutBase64)),
    ],
    [
      'rare-pro-plain-data',
      'pro: a data URI without base64 is accepted.',
      accepting(both(pro, isWithoutBase64)),
    ],
    [
      'rare-pro-plain-data-second',
      'pro: a data URI without base64 is accepted behind another reference.',
      accepting(both(pro, isWithoutBase64, (request) => referencesOf(request).length > 1)),
    ],
    [
      'rare-lite-auto-data',
      'lite: auto is refused with a data URI.',
      refusing(both(lite, has('size', 'auto'), isData)),
    ],
    [
      'rare-lite-auto-data-square',
      'lite: auto makes a square from a data URI.',
      changingBody(both(lite, has('size', 'auto'), isData), (body) => ({ ...body, size: '1:1' })),
    ],
    [
      'rare-pro-heif-second',
      'pro: a HEIF is refused behind another reference.',
      refusing((request) => pro(request) && /\.heif/.test(referencesOf(request)[1] ?? '')),
    ],
    [
      'rare-layers-webp-data',
      'pro: layers of a WebP as data are accepted.',
      accepting(
        both(pro, isLayered, (request) => (referencesOf(request)[0] ?? '').startsWith('data:image/webp')),
      ),
    ],
  ],
);

const combinations = defineMutants(
  ['limits', 'video', 'pricing', 'languages'],
  [
    [
      'rare-qx-agent-several',
      'qx: an agent is refused for several images.',
      refusing(
        (request) => both(qx, has('prompt_extend_mode', 'agent'))(request) && Number(bodyOf(request).n) > 1,
      ),
    ],
    [
      'rare-qx-agent-2k',
      'qx: an agent is refused for 2K.',
      refusing(both(qx, has('prompt_extend_mode', 'agent'), has('resolution', '2K'))),
    ],
    [
      'rare-qx-direct-several',
      'qx: direct rewriting is refused for several images from references.',
      refusing(
        (request) =>
          both(qx, isEdit, has('prompt_extend_mode', 'direct'))(request) && Number(bodyOf(request).n) > 1,
      ),
    ],
    [
      'rare-qx-negative-edit',
      'qx: a negative prompt is refused with references.',
      refusing(both(qx, isEdit, hasSome('negative_prompt'))),
    ],
    [
      'rare-qx-extend-edit',
      'qx: prompt_extend is refused with several references.',
      refusing(
        (request) => both(qx, has('prompt_extend', true))(request) && referencesOf(request).length > 1,
      ),
    ],
    [
      'rare-qx-six-of-2k',
      'qx: six images of 2K are refused.',
      refusing(both(qx, has('n', 6), has('resolution', '2K'))),
    ],
    [
      'rare-lite-fifteen-by-options',
      'lite: max_images: 15 is refused.',
      refusing(
        (request) =>
          lite(request) && toObject(bodyOf(request).sequential_image_generation_options).max_images === 15,
      ),
    ],
    [
      'rare-pro-response-format-edit',
      'pro: response_format: url is refused with references.',
      refusing(both(pro, isEdit, has('response_format', 'url'))),
    ],
    [
      'rare-pro-sign-and-tier',
      'pro: pixels with the multiplication sign are refused together with a resolution.',
      refusing(
        (request) => pro(request) && /×/.test(String(bodyOf(request).size)) && hasSome('resolution')(request),
      ),
    ],
    [
      'rare-pro-capital-and-tier',
      'pro: pixels with a capital X are refused together with a resolution.',
      refusing(
        (request) => pro(request) && /X/.test(String(bodyOf(request).size)) && hasSome('resolution')(request),
      ),
    ],
    [
      'rare-pro-optimized-edit',
      'pro: optimize_prompt_options are refused with references.',
      refusing(both(pro, isEdit, hasSome('optimize_prompt_options'), (request) => !isLayered(request))),
    ],
    [
      'rare-pro-mode-of-another-type',
      'pro: a mode of optimize_prompt_options that is no text is ignored.',
      accepting(
        (request) =>
          pro(request) &&
          toObject(bodyOf(request).optimize_prompt_options).mode !== undefined &&
          typeof toObject(bodyOf(request).optimize_prompt_options).mode !== 'string',
      ),
    ],
    [
      'rare-layers-watermark',
      'pro: layers are refused with a watermark.',
      refusing(both(pro, isLayered, has('watermark', true))),
    ],
    [
      'rare-layers-optimized',
      'pro: layers are refused with optimize_prompt_options and a prompt.',
      refusing(both(pro, isLayered, hasSome('optimize_prompt_options'), hasSome('prompt'))),
    ],
    [
      'rare-layers-precedence',
      'pro: for layers the resolution wins over a tier in size.',
      changingBody(both(pro, isLayered, hasSome('resolution'), has('size', '1K', '2K')), (body) =>
        without({ ...body, size: body.resolution ?? null }, 'resolution'),
      ),
    ],
    [
      'rare-vxq3-longest',
      'vxq3: sixteen seconds of 1080p are refused.',
      refusing(both(toVideos, has('model', 'vxq3'), has('duration', 16), has('resolution', '1080p'))),
    ],
    [
      'rare-vxq3-longest-540p',
      'vxq3: sixteen seconds of 540p are refused.',
      refusing(both(toVideos, has('model', 'vxq3'), has('duration', 16), has('resolution', '540p'))),
    ],
    [
      'rare-language-of-lite',
      'lite: the callback of a failed task is not translated.',
      changingBody(both(toSubmits, ofModel('sx-5-0-lite')), (body) => without(body, 'language')),
    ],
    [
      'rare-language-of-pro',
      'pro: the callback of a failed task is not translated.',
      changingBody(both(toSubmits, ofModel('sx-5-0-pro')), (body) => without(body, 'language')),
    ],
    [
      'rare-language-of-qx-pro',
      'qx pro: the callback of a failed task is not translated.',
      changingBody(both(toSubmits, has('model', 'qx-image-3.0-pro')), (body) => without(body, 'language')),
    ],
    [
      'rare-language-of-mix',
      'vxq3-mix: the callback of a failed task is not translated.',
      changingBody(both(toSubmits, has('model', 'vxq3-mix')), (body) => without(body, 'language')),
    ],
  ],
);

/** Faults of images and clips that show for the last reference, or for parameters that are rarely combined. */
export const rareImageMutants = [...references, ...combinations];
