import { type JsonObject, toList, toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants } from './tampering.ts';
import {
  accepting,
  both,
  changingBody,
  changingImage,
  changingSuccess,
  changingTask,
  lite,
  pro,
  qx,
  refusing,
  toImages,
  toSubmits,
  without,
} from './tampers.ts';

const count = (body: JsonObject | undefined): number => toList(body?.image_urls).length;

const layered = (body: JsonObject): boolean => body.layer_decomposition === true;

/** Faults of fields, references and limits of images: section 4.4. */
export const imageMutants = defineMutants(
  ['images', 'limits', 'results', 'files', 'models', 'sizes', 'schemas'],
  [
    [
      'image-qx-n-refused',
      'qx: n above 6 is refused.',
      refusing((request) => qx(request) && Number(request.body?.n) > 6),
    ],
    [
      'image-qx-output-format',
      'qx: output_format decides the format of the files.',
      changingBody(qx, (body) =>
        body.output_format === 'jpeg' ? { ...without(body, 'size'), model: 'sx-5-0-lite' } : body,
      ),
    ],
    [
      'image-qx-n-five',
      'qx: at most five images are made.',
      changingBody(qx, (body) => (Number(body.n) > 5 ? { ...body, n: 5 } : body)),
    ],
    [
      'image-qx-agent',
      'qx: agent is accepted with a reference.',
      changingBody(qx, (body) =>
        body.prompt_extend_mode === 'agent' && count(body) > 0 ? without(body, 'prompt_extend_mode') : body,
      ),
    ],
    [
      'image-qx-agent-two',
      'qx: agent is accepted with two references.',
      changingBody(qx, (body) =>
        body.prompt_extend_mode === 'agent' && count(body) > 1 ? without(body, 'prompt_extend_mode') : body,
      ),
    ],
    [
      'image-qx-mode-alone',
      'qx: prompt_extend_mode is accepted without prompt_extend.',
      changingBody(qx, (body) => (body.prompt_extend ? body : without(body, 'prompt_extend_mode'))),
    ],
    [
      'image-qx-four-references',
      'qx: four references are accepted.',
      changingBody(qx, (body) =>
        count(body) === 4 ? { ...body, image_urls: toList(body.image_urls).slice(0, 3) } : body,
      ),
    ],
    [
      'image-qx-three-references',
      'qx: three references are refused.',
      refusing((request) => qx(request) && count(request.body) === 3),
    ],
    [
      'image-unreachable',
      'A reference that cannot be reached is ignored.',
      accepting(
        (request) =>
          toSubmits(request) &&
          toList(request.body?.image_urls).some((url) => /missing|nowhere|\.invalid/.test(String(url))),
      ),
    ],
    [
      'image-data-uri',
      'A data URI is refused.',
      refusing(
        (request) =>
          toImages(request) &&
          toList(request.body?.image_urls).some((url) => String(url).startsWith('data:')),
      ),
    ],
    [
      'image-lite-n-16',
      'lite: sixteen images are accepted.',
      changingBody(lite, (body) => (Number(body.n) === 16 ? { ...body, n: 15 } : body)),
    ],
    [
      'image-lite-n-15',
      'lite: fifteen images are refused.',
      refusing((request) => lite(request) && Number(request.body?.n) === 15),
    ],
    [
      'image-lite-n-text',
      'lite: a quoted n is accepted.',
      changingBody(lite, (body) => (typeof body.n === 'string' ? { ...body, n: Number(body.n) } : body)),
    ],
    [
      'image-lite-sum',
      'lite: references and n may be sixteen together.',
      changingBody(lite, (body) =>
        count(body) + Number(body.n ?? 1) === 16
          ? { ...body, n: Number(body.n ?? 1) - 1, image_urls: toList(body.image_urls).slice(0, 14) }
          : body,
      ),
    ],
    [
      'image-lite-group',
      'lite: n above 1 makes one image.',
      changingBody(lite, (body) => (Number(body.n) > 1 && Number(body.n) < 16 ? { ...body, n: 1 } : body)),
    ],
    [
      'image-format-ignored',
      'output_format is ignored.',
      changingBody(toImages, (body) =>
        layered(body) || body.background === 'transparent' ? body : without(body, 'output_format'),
      ),
    ],
    [
      'image-format-default',
      'The default format is png.',
      changingBody(
        (request) => lite(request) || pro(request),
        (body) => ({ output_format: 'png', ...body }),
      ),
    ],
    [
      'image-response-format',
      'pro: an unknown response_format is refused.',
      refusing(
        (request) =>
          pro(request) &&
          request.body?.response_format !== undefined &&
          !['png', 'jpeg'].includes(String(request.body.response_format)),
      ),
    ],
    [
      'image-response-format-png',
      'pro: response_format is ignored.',
      changingBody(pro, (body) => without(body, 'response_format')),
    ],
    [
      'image-pro-two',
      'pro: two images are accepted.',
      changingBody(pro, (body) => (Number(body.n) > 1 ? { ...body, n: 1 } : body)),
    ],
    [
      'image-pro-sequential',
      'pro: sequential_image_generation is accepted.',
      changingBody(pro, (body) => without(body, 'sequential_image_generation')),
    ],
    ['image-pro-stream', 'pro: stream is accepted.', changingBody(pro, (body) => without(body, 'stream'))],
    ['image-pro-tools', 'pro: tools are accepted.', changingBody(pro, (body) => without(body, 'tools'))],
    [
      'image-pro-eleven',
      'pro: eleven references are accepted.',
      changingBody(pro, (body) =>
        count(body) === 11 ? { ...body, image_urls: toList(body.image_urls).slice(0, 10) } : body,
      ),
    ],
    [
      'image-pro-ten',
      'pro: ten references are refused.',
      refusing((request) => pro(request) && count(request.body) === 10),
    ],
    [
      'image-pro-optimise',
      'pro: any prompt optimisation is accepted.',
      changingBody(pro, (body) => without(body, 'optimize_prompt_options')),
    ],
    [
      'image-pro-transparent-alone',
      'pro: transparent is accepted without a reference.',
      changingBody(pro, (body) =>
        body.background === 'transparent' && count(body) === 0 ? without(body, 'background') : body,
      ),
    ],
    [
      'image-pro-transparent-jpeg',
      'pro: transparent is accepted for jpeg.',
      changingBody(pro, (body) =>
        body.background === 'transparent' && body.output_format !== 'png'
          ? { ...body, output_format: 'png' }
          : body,
      ),
    ],
    [
      'image-pro-transparent-opaque',
      'pro: transparent gives an opaque image.',
      changingBody(pro, (body) => without(body, 'background')),
    ],
    [
      'image-pro-spelling',
      'pro: the spelling with a dot is refused.',
      refusing((request) => request.body?.model === 'sx-5.0-pro'),
    ],
    [
      'image-lite-spelling',
      'lite: the spelling with a capital is refused.',
      refusing((request) => request.body?.model === 'Sx-5.0-lite'),
    ],
    [
      'image-no-prompt',
      'An image without a prompt is accepted.',
      changingBody(toImages, (body) => (layered(body) ? body : { prompt: 'x', ...body })),
    ],
    [
      'image-unknown-field',
      'An unknown field is refused.',
      refusing(
        (request) => toImages(request) && Object.keys(request.body ?? {}).some((name) => !KNOWN.has(name)),
      ),
    ],
    [
      'image-too-many',
      'One image too many is recorded.',
      changingSuccess((record) => {
        const [first, ...rest] = toList(toObject(record.result).images).map(toObject);
        return first && !first.layers
          ? {
              ...record,
              result: {
                images: [{ ...first, url: [...toList(first.url), toList(first.url)[0] ?? ''] }, ...rest],
              },
            }
          : record;
      }),
    ],
    [
      'image-url-text',
      'The URL of an image is not a list.',
      changingImage((image) => ({ ...image, url: toList(image.url)[0] ?? '' })),
    ],
    [
      'image-expires-past',
      'The link has expired when it is given.',
      changingImage((image) => ({ ...image, expires_at: 1_600_000_000 })),
    ],
    [
      'image-expires-ms',
      'The expiry is in milliseconds.',
      changingImage((image) => ({ ...image, expires_at: Number(image.expires_at) * 1000 })),
    ],
    [
      'image-lite-day',
      'lite: links are valid for a day.',
      changingImage((image) => ({ ...image, expires_at: Number(image.expires_at) - 2 * 86_400 })),
    ],
    [
      'image-pro-dot-count',
      'pro: n above 1 is accepted by the spelling with a dot.',
      changingBody(pro, (body) =>
        body.model === 'sx-5.0-pro' && Number(body.n) > 1 ? { ...body, n: 1 } : body,
      ),
    ],
    [
      'image-pro-dot-layers',
      'pro: the spelling with a dot takes no picture apart.',
      refusing((request) => request.body?.model === 'sx-5.0-pro' && layered(request.body)),
    ],
    [
      'image-pro-layers-stream',
      'pro: stream is accepted with layers.',
      changingBody(pro, (body) => (layered(body) ? without(body, 'stream') : body)),
    ],
    [
      'image-pro-layers-4k',
      'pro: 4K is accepted with layers.',
      changingBody(pro, (body) =>
        layered(body) && body.resolution === '4K' ? without(body, 'resolution') : body,
      ),
    ],
    [
      'image-pro-size-4k',
      'pro: 4K is accepted as a size.',
      changingBody(pro, (body) => (body.size === '4K' ? without(body, 'size') : body)),
    ],
    [
      'image-pro-transparent-opaque-2k',
      'pro: transparent is accepted for an opaque reference if a tier is given.',
      accepting(both(pro, ({ body }) => body?.background === 'transparent' && body.resolution === '2K')),
    ],
    [
      'image-pro-transparent-three',
      'pro: transparent is accepted with three references.',
      changingBody(pro, (body) =>
        body.background === 'transparent' && count(body) > 2
          ? { ...body, image_urls: toList(body.image_urls).slice(0, 1) }
          : body,
      ),
    ],
    [
      'image-pro-webp',
      'pro: response_format webp or PNG gives a PNG.',
      changingBody(pro, (body) =>
        body.response_format === 'webp' || body.response_format === 'PNG'
          ? { ...body, response_format: 'png' }
          : body,
      ),
    ],
    [
      'image-lite-disabled',
      'lite: n above 1 makes one image with group mode disabled.',
      changingBody(lite, (body) =>
        body.sequential_image_generation === 'disabled' ? { ...body, n: 1 } : body,
      ),
    ],
    [
      'image-lite-twelve',
      'lite: twelve images are eleven.',
      changingBody(lite, (body) => (body.n === 12 ? { ...body, n: 11 } : body)),
    ],
    [
      'image-lite-dot-4k',
      'lite: the spelling with a dot has no 4K.',
      refusing((request) => request.body?.model === 'sx-5.0-lite' && request.body.resolution === '4K'),
    ],
    [
      'image-qx-references-size',
      'qx: size and resolution are ignored with references.',
      changingBody(qx, (body) => (count(body) > 0 ? without(body, 'size', 'resolution') : body)),
    ],
    [
      'image-qx-references-one',
      'qx: n above 1 makes one image from references.',
      changingBody(qx, (body) => (count(body) > 0 && Number(body.n) > 1 ? { ...body, n: 1 } : body)),
    ],
    [
      'image-lite-references-size',
      'lite: size and resolution are ignored with references.',
      changingBody(lite, (body) =>
        count(body) > 0 && body.size !== 'auto' ? without(body, 'size', 'resolution') : body,
      ),
    ],
    [
      'image-lite-references-one',
      'lite: n above 1 makes one image from references.',
      changingBody(lite, (body) =>
        count(body) > 0 && count(body) + Number(body.n) < 16 ? { ...body, n: 1 } : body,
      ),
    ],
    [
      'image-lite-references-format',
      'lite: output_format is ignored with references.',
      changingBody(lite, (body) => (count(body) > 0 ? without(body, 'output_format') : body)),
    ],
    [
      'image-lite-auto-tier',
      'lite: auto ignores the resolution.',
      changingBody(lite, (body) => (body.size === 'auto' ? without(body, 'resolution') : body)),
    ],
    [
      'image-lite-pixels',
      'lite: exact pixels are accepted.',
      changingBody(lite, (body) => (/^\d{3,}x/.test(String(body.size)) ? without(body, 'size') : body)),
    ],
    [
      'image-lite-spelling-day',
      'lite: links of the spellings with a dot are valid for a day.',
      changingTask(
        (body) => /^sx-5\.0-lite$/i.test(String(body.model)),
        (record) => ({
          ...record,
          result: {
            images: toList(toObject(record.result).images)
              .map(toObject)
              .map((image) => ({ ...image, expires_at: Number(image.expires_at) - 2 * 86_400 })),
          },
        }),
      ),
    ],
    [
      'image-pro-references-size',
      'pro: a ratio and exact pixels are ignored with references.',
      changingBody(pro, (body) =>
        count(body) > 0 && !layered(body) && /[x:]/.test(String(body.size)) ? without(body, 'size') : body,
      ),
    ],
    [
      'image-pro-transparent-square',
      'pro: a transparent image is always a square of 1K.',
      changingBody(pro, (body) =>
        body.background === 'transparent' ? { ...without(body, 'resolution'), size: '1:1' } : body,
      ),
    ],
    [
      'image-pro-transparent-response',
      'pro: transparent with response_format: png is refused.',
      refusing(
        (request) =>
          pro(request) &&
          request.body?.background === 'transparent' &&
          request.body.response_format === 'png',
      ),
    ],
    [
      'image-pro-watermark-format',
      'pro: an image with a watermark is a JPEG.',
      changingBody(pro, (body) => (body.watermark === true ? without(body, 'output_format') : body)),
    ],
    [
      'image-pro-data-formats',
      'pro: a data URI that is neither PNG nor JPEG is refused.',
      refusing(
        (request) =>
          pro(request) &&
          toList(request.body?.image_urls).some((url) => /^data:image\/(?!png|jpeg)/.test(String(url))),
      ),
    ],
    [
      'image-pro-long-side',
      'pro: a reference with a side of 9000 pixels is refused.',
      refusing(
        (request) =>
          pro(request) && toList(request.body?.image_urls).some((url) => String(url).includes('/9000x')),
      ),
    ],
    [
      'image-data-unlimited',
      'The length of a data URI is not limited.',
      accepting(
        (request) =>
          toImages(request) &&
          toList(request.body?.image_urls).some(
            (url) => String(url).startsWith('data:') && String(url).length > 13_400_000,
          ),
      ),
    ],
    [
      'image-prompt-number',
      'A prompt that is a number is read as text.',
      changingBody(toImages, (body) =>
        typeof body.prompt === 'number' ? { ...body, prompt: String(body.prompt) } : body,
      ),
    ],
    [
      'image-any-address',
      'A reference that is neither a http(s) URL nor a data URI is passed over.',
      changingBody(toImages, (body) => ({
        ...body,
        ...(body.image_urls !== undefined && {
          image_urls: toList(body.image_urls).filter((url) => !/^(ftp:|file:|boat)/.test(String(url))),
        }),
      })),
    ],
    [
      'lite-second-bytes',
      'sx-5-0-lite: only the first reference is limited in bytes.',
      changingBody(lite, (body) => ({
        ...body,
        ...(count(body) > 1 && {
          image_urls: toList(body.image_urls).filter(
            (url, at) => at === 0 || !/bytes=1048/.test(String(url)),
          ),
        }),
      })),
    ],
    [
      'qx-size-auto',
      'qx-image-3.0: size: auto is accepted.',
      changingBody(qx, (body) => (body.size === 'auto' ? without(body, 'size') : body)),
    ],
  ],
);

const KNOWN = new Set(
  'model prompt resolution size background layer_decomposition optimize_prompt_options n image_urls output_format response_format watermark negative_prompt prompt_extend prompt_extend_mode sequential_image_generation sequential_image_generation_options stream tools webhook language nsfw_check'.split(
    ' ',
  ),
);
