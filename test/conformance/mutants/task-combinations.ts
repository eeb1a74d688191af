import { type JsonObject, toList, toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants, type TamperedRequest, type Tampering } from './tampering.ts';
import {
  accepting,
  bodyOf,
  both,
  type Condition,
  changingResponse,
  isSuccess,
  lite,
  ofModel,
  pro,
  qx,
  refusal,
  refusing,
  toImages,
  toTasks,
  toVideos,
  withJson,
} from './tampers.ts';

const references = (request: TamperedRequest): number => toList(bodyOf(request).image_urls).length;

const isEdit: Condition = (request) => references(request) > 0 && !isLayered(request);

const isLayered: Condition = (request) => bodyOf(request).layer_decomposition === true;

const isGroup: Condition = (request) => Number(bodyOf(request).n) > 1;

const isFailed = ({ status }: JsonObject): boolean => status === 'failed';

const has =
  (name: string, ...values: readonly unknown[]): Condition =>
  (request) =>
    values.includes(bodyOf(request)[name]);

/** Whatever the gateway rejects about references is accepted, if all of it is about later ones than the first. */
const firstReferenceOnly = (concerns: Condition): Tampering =>
  changingResponse(concerns, (response) => {
    const { violations } = toObject(toObject(response.body).error);
    const isLater = toList(violations).length > 0 && toList(violations).every(concernsLater);
    return response.status === 400 && isLater
      ? withJson(
          { ...response, status: 200 },
          { code: 200, data: [{ status: 'submitted', task_id: 'task_accepted' }] },
        )
      : response;
  });

const concernsLater = (violation: unknown): boolean =>
  /^\/image_urls\/[1-9]/.test(String(toObject(violation as JsonObject).path));

/** A callback is sent if its task was polled and had ended. */
function callingWhenPolled(): Tampering {
  const ended = new Set<string>();
  return {
    response(response, request) {
      const record = toObject(response.body);
      if (toTasks(request) && (isSuccess(record) || isFailed(record))) ended.add(String(record.id));
      return response;
    },
    callback: (callback) => (ended.has(String(callback.body.id)) ? [callback] : []),
  };
}

const silentFailure = (model: string): Tampering => ({
  callback: (callback) => (isFailed(callback.body) && callback.body.model === model ? [] : [callback]),
});

/** Faults that show only with references, in a group, or for one model out of several: sections 4.3, 4.4, 6. */
export const taskCombinationMutants = [
  ...defineMutants(
    ['limits', 'images'],
    [
      [
        'combined-image-first',
        'Only the first reference of an image is checked.',
        firstReferenceOnly(toImages),
      ],
      [
        'combined-qx-edit-tier',
        'qx: any resolution is accepted with a reference.',
        accepting(both(qx, isEdit, has('resolution', '3K', '4K'))),
      ],
      [
        'combined-qx-edit-mode',
        'qx: prompt_extend_mode is accepted without prompt_extend, if there is a reference.',
        accepting(both(qx, isEdit, has('prompt_extend_mode', 'direct'), has('prompt_extend', undefined))),
      ],
      [
        'combined-qx-edit-prompt',
        'qx: a prompt is not required with a reference.',
        accepting(both(qx, isEdit, has('prompt', undefined))),
      ],
      [
        'combined-qx-tier-of-ratio',
        'qx: any resolution is accepted together with a ratio.',
        accepting(both(qx, has('size', '16:9'), has('resolution', '3K'))),
      ],
      [
        'combined-qx-many-edits',
        'qx: n above 6 is refused with a reference.',
        refusing((request) => qx(request) && isEdit(request) && Number(bodyOf(request).n) > 6),
      ],
      [
        'combined-lite-edit-format',
        'lite: any output_format is accepted with a reference.',
        accepting(both(lite, isEdit, has('output_format', 'webp'))),
      ],
      [
        'combined-lite-group-tier',
        'lite: 1K is accepted for a group.',
        accepting(both(lite, isGroup, has('resolution', '1K'))),
      ],
      [
        'combined-lite-spelling-references',
        'lite: references are not checked for the spellings with a dot.',
        accepting(both(lite, isEdit, has('model', 'sx-5.0-lite', 'Sx-5.0-lite'), has('n', undefined))),
      ],
      [
        'combined-pro-edit-count',
        'pro: n: 2 is accepted with a reference.',
        accepting(both(pro, isEdit, isGroup)),
      ],
      [
        'combined-pro-edit-ratio',
        'pro: 9:21 is accepted with a reference.',
        accepting(both(pro, isEdit, has('size', '9:21'))),
      ],
      [
        'combined-pro-tier-of-ratio',
        'pro: 3K and 4K are accepted together with a ratio.',
        accepting(both(pro, has('size', '16:9'), has('resolution', '3K', '4K'))),
      ],
      [
        'combined-pro-layers-format',
        'pro: any output_format is accepted with layers.',
        accepting(both(pro, isLayered, has('output_format', 'webp'))),
      ],
      [
        'combined-pro-spelling-references',
        'pro: references are not checked for the spelling with a dot.',
        accepting(
          both(pro, isEdit, has('background', undefined), has('model', 'sx-5.0-pro'), has('n', undefined)),
        ),
      ],
      [
        'combined-number-for-text',
        'A number is accepted for the resolution and the output_format of an image.',
        accepting(
          (request) =>
            toImages(request) &&
            ['resolution', 'output_format'].some((name) => typeof bodyOf(request)[name] === 'number'),
        ),
      ],
    ],
  ),
  ...defineMutants(
    ['video'],
    [
      [
        'combined-video-first',
        'vxq3-mix: only the first reference is checked.',
        firstReferenceOnly(both(toVideos, ofModel('vxq3-mix'))),
      ],
    ],
  ),
  ...defineMutants(
    ['callbacks', 'languages'],
    [
      ['combined-callback-polled', 'A callback is sent only if the task is polled.', callingWhenPolled()],
      [
        'combined-callback-silent-mix',
        'No callback is sent for a failed clip of vxq3-mix.',
        silentFailure('vxq3-mix'),
      ],
      [
        'combined-callback-silent-pro',
        'No callback is sent for a failed image of sx-5-0-pro.',
        silentFailure('sx-5-0-pro'),
      ],
      [
        'combined-callback-2xx',
        'Only 200, 201, 202 and 204 confirm a callback.',
        { callbackStatus: (status) => (status === 206 || status === 299 ? 503 : status) },
      ],
      [
        'combined-language-of-success',
        'A poll with an unsupported language is refused if the task has not failed.',
        changingResponse(toTasks, (response, { url }) =>
          /language=(xx|chinese|zh-)/.test(url) &&
          response.status === 200 &&
          !isFailed(toObject(response.body))
            ? refusal(400)
            : response,
        ),
      ],
    ],
  ),
];
