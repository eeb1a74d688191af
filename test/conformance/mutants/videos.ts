import { type JsonObject, toList, toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants } from './tampering.ts';
import { accepting, both, changingBody, changingSuccess, refusing, toVideos, without } from './tampers.ts';

const count = (body: JsonObject | undefined): number => toList(body?.image_urls).length;

/** Faults of videos: section 4.3. */
export const videoMutants = defineMutants(
  ['video', 'models', 'limits'],
  [
    [
      'video-default-5',
      'A clip without a duration has six seconds.',
      changingBody(toVideos, (body) => ({ duration: 6, ...body })),
    ],
    [
      'video-duration-17',
      'Seventeen seconds are accepted.',
      changingBody(toVideos, (body) => (Number(body.duration) > 16 ? { ...body, duration: 16 } : body)),
    ],
    [
      'video-duration-16',
      'Sixteen seconds are refused.',
      refusing((request) => toVideos(request) && Number(request.body?.duration) === 16),
    ],
    [
      'video-vxq3-11',
      'vxq3: eleven seconds are refused.',
      refusing(
        (request) => toVideos(request) && request.body?.model === 'vxq3' && request.body.duration === 11,
      ),
    ],
    [
      'video-vxq3-2',
      'vxq3: two seconds are accepted.',
      changingBody(
        both(toVideos, (request) => request.body?.model === 'vxq3'),
        (body) => (Number(body.duration) < 3 ? { ...body, duration: 3 } : body),
      ),
    ],
    [
      'video-mix-1',
      'vxq3-mix: one second is refused.',
      refusing(
        (request) => toVideos(request) && request.body?.model === 'vxq3-mix' && request.body.duration === 1,
      ),
    ],
    [
      'video-mix-540',
      'vxq3-mix: 540p is accepted.',
      changingBody(
        both(toVideos, (request) => request.body?.model === 'vxq3-mix'),
        (body) => (body.resolution === '540p' ? { ...body, resolution: '720p' } : body),
      ),
    ],
    [
      'video-vxq3-540',
      'vxq3: 540p is refused.',
      refusing(
        (request) =>
          toVideos(request) && request.body?.model === 'vxq3' && request.body.resolution === '540p',
      ),
    ],
    [
      'video-50-million-bytes',
      'A reference of 50,000,000 bytes is refused.',
      refusing(
        (request) =>
          toVideos(request) &&
          toList(request.body?.image_urls).some((url) => /bytes=5\d{7}$/.test(String(url))),
      ),
    ],
    [
      'video-heic',
      'A HEIC reference is taken for a PNG.',
      changingBody(toVideos, (body) => ({
        ...body,
        image_urls: toList(body.image_urls).map((url) => String(url).replace('.heic', '.png')),
      })),
    ],
    [
      'video-no-image',
      'A clip without a reference is accepted.',
      accepting((request) => toVideos(request) && count(request.body) === 0),
    ],
    [
      'video-eight',
      'Eight references are accepted.',
      changingBody(toVideos, (body) =>
        count(body) === 8 ? { ...body, image_urls: toList(body.image_urls).slice(0, 7) } : body,
      ),
    ],
    [
      'video-seven',
      'Seven references are refused.',
      refusing((request) => toVideos(request) && count(request.body) === 7),
    ],
    [
      'video-prompt-5001',
      'A prompt of 5001 characters is accepted.',
      changingBody(toVideos, (body) =>
        String(body.prompt).length > 5000 ? { ...body, prompt: String(body.prompt).slice(0, 5000) } : body,
      ),
    ],
    [
      'video-prompt-5000',
      'A prompt of 5000 characters is refused.',
      refusing((request) => toVideos(request) && String(request.body?.prompt).length === 5000),
    ],
    [
      'video-prompt-bytes',
      'The length of a prompt is counted in bytes.',
      refusing((request) => {
        const prompt = String(request.body?.prompt);
        return toVideos(request) && Buffer.byteLength(prompt) > 5000 && prompt.length <= 5000;
      }),
    ],
    [
      'video-ratio',
      'An unknown aspect ratio is accepted.',
      changingBody(toVideos, (body) =>
        ['16:9', '9:16', '4:3', '3:4', '1:1', undefined].includes(body.aspect_ratio as string)
          ? body
          : without(body, 'aspect_ratio'),
      ),
    ],
    [
      'video-no-prompt',
      'A clip without a prompt is accepted.',
      changingBody(toVideos, (body) => ({ prompt: 'x', ...body })),
    ],
    [
      'video-portrait',
      'Every clip is landscape.',
      changingBody(toVideos, (body) => without(body, 'aspect_ratio')),
    ],
    [
      'video-1080p',
      'A clip of 1080p is one of 720p.',
      changingBody(toVideos, (body) =>
        body.resolution === '1080p' ? { ...body, resolution: '720p' } : body,
      ),
    ],
    [
      'video-540p',
      'A clip of 540p is one of 720p.',
      changingBody(toVideos, (body) => (body.resolution === '540p' ? { ...body, resolution: '720p' } : body)),
    ],
    [
      'video-fifteen',
      'Fifteen seconds are fourteen.',
      changingBody(toVideos, (body) => (body.duration === 15 ? { ...body, duration: 14 } : body)),
    ],
    [
      'video-six-references',
      'Six references are refused.',
      refusing((request) => toVideos(request) && count(request.body) === 6),
    ],
    [
      'video-negative-seed',
      'A negative seed is refused.',
      refusing((request) => toVideos(request) && Number(request.body?.seed) < 0),
    ],
    [
      'video-3x4-1080p',
      'A clip of 3:4 and 1080p is one of 9:16.',
      changingBody(toVideos, (body) =>
        body.aspect_ratio === '3:4' && body.resolution === '1080p' ? { ...body, aspect_ratio: '9:16' } : body,
      ),
    ],
    [
      'video-images-too',
      'A clip is recorded under images, too.',
      changingSuccess((record) => {
        const { videos } = toObject(record.result);
        return videos === undefined ? record : { ...record, result: { videos, images: videos } };
      }),
    ],
    [
      'video-as-images',
      'A clip is recorded under images.',
      changingSuccess((record) => {
        const { videos } = toObject(record.result);
        return videos === undefined ? record : { ...record, result: { images: videos } };
      }),
    ],
    [
      'video-nine',
      'vxq3: nine seconds are ten.',
      changingBody(toVideos, (body) =>
        body.model === 'vxq3' && body.duration === 9 ? { ...body, duration: 10 } : body,
      ),
    ],
    [
      'video-1080p-long',
      'vxq3-mix: a clip of 1080p above eight seconds is one of 720p.',
      changingBody(toVideos, (body) =>
        body.model === 'vxq3-mix' && body.resolution === '1080p' && Number(body.duration) > 8
          ? { ...body, resolution: '720p' }
          : body,
      ),
    ],
    [
      'video-references-ratio',
      'aspect_ratio is ignored with several references.',
      changingBody(toVideos, (body) => (count(body) > 1 ? without(body, 'aspect_ratio') : body)),
    ],
    [
      'video-references-duration',
      'A clip from several references lasts four seconds.',
      changingBody(toVideos, (body) =>
        count(body) > 1 && Number(body.duration) < 17 ? { ...body, duration: 4 } : body,
      ),
    ],
    [
      'video-references-1080p',
      'More than four references are refused for 1080p.',
      refusing(
        (request) => toVideos(request) && count(request.body) > 4 && request.body?.resolution === '1080p',
      ),
    ],
    [
      'video-second-webp',
      'A WebP that is not the first reference is refused.',
      refusing(
        (request) =>
          toVideos(request) &&
          toList(request.body?.image_urls)
            .slice(1)
            .some((url) => String(url).includes('.webp')),
      ),
    ],
    [
      'video-ratio-with-x',
      'A ratio such as 16x9 is accepted.',
      changingBody(toVideos, (body) =>
        typeof body.aspect_ratio === 'string'
          ? { ...body, aspect_ratio: body.aspect_ratio.replace('x', ':') }
          : body,
      ),
    ],
    [
      'video-mix-seed-0',
      'vxq3-mix: a seed of 0 is refused.',
      refusing(({ url, body }) => url.includes('videos') && body?.model === 'vxq3-mix' && body.seed === 0),
    ],
  ],
);
