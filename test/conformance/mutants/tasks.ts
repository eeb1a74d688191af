import { type JsonObject, toList, toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants, type Tampering } from './tampering.ts';
import {
  announcing,
  changingAnswer,
  changingRecord,
  changingResponse,
  changingSuccess,
  isSuccess,
  toSubmits,
  toTasks,
  usingKey,
  withJson,
  without,
} from './tampers.ts';

const submitted = (change: (data: JsonObject) => JsonObject): Tampering =>
  changingAnswer(toSubmits, (body) => ({
    ...body,
    data: toList(body.data).map((one) => change(toObject(one))),
  }));

const failed = ({ status }: JsonObject): boolean => status === 'failed';

/** Faults of submissions and task records: sections 2.3, 2.4, 3. */
export const taskMutants = defineMutants(
  ['tasks', 'submission'],
  [
    [
      'submit-code',
      'The code of a submission is 0.',
      changingAnswer(toSubmits, (body) => ({ ...body, code: 0 })),
    ],
    [
      'submit-created',
      'A submission answers 201.',
      changingResponse(toSubmits, (response) =>
        response.status === 200 ? { ...response, status: 201 } : response,
      ),
      'CHOICE',
    ],
    [
      'submit-object',
      'The data of a submission is not a list.',
      changingAnswer(toSubmits, (body) => ({ ...body, data: toList(body.data)[0] ?? null })),
    ],
    [
      'submit-two',
      'A submission answers two tasks.',
      changingAnswer(toSubmits, (body) => ({ ...body, data: [...toList(body.data), ...toList(body.data)] })),
    ],
    ['submit-status', 'A submitted task is queued.', submitted((data) => ({ ...data, status: 'queued' }))],
    [
      'submit-id',
      'A task id has no prefix.',
      submitted((data) => ({ ...data, task_id: String(data.task_id).replace('task_', '') })),
    ],
    [
      'submit-no-id',
      'A submission gives its task id as id instead of task_id.',
      submitted((data) => ({ ...without(data, 'task_id'), id: data.task_id })),
    ],
    [
      'task-id',
      'A record has another id.',
      changingRecord((record) => ({ ...record, id: `${String(record.id)}x` })),
    ],
    [
      'task-success-name',
      'A task that succeeded is done.',
      changingSuccess((record) => ({ ...record, status: 'done' })),
    ],
    [
      'task-failed-name',
      'A task that failed is error.',
      changingRecord((record) => (failed(record) ? { ...record, status: 'error' } : record)),
    ],
    ['task-99', 'Progress stays at 99.', changingSuccess((record) => ({ ...record, progress: 99 }))],
    [
      'task-100-early',
      'Progress is 100 from the start.',
      changingRecord((record) => ({ ...record, progress: 100 })),
    ],
    [
      'task-progress-text',
      'Progress is text.',
      changingRecord((record) => ({ ...record, progress: `${String(record.progress)}%` })),
    ],
    [
      'task-progress-fraction',
      'Progress is a fraction.',
      changingRecord((record) => ({ ...record, progress: Number(record.progress) / 100 + 0.001 })),
    ],
    [
      'task-progress-back',
      'Progress goes back.',
      changingRecord((record, _, memory) => {
        memory.turn = Number(memory.turn ?? 0) + 1;
        return isSuccess(record)
          ? record
          : { ...record, progress: Math.max(0, 90 - 30 * Number(memory.turn)) };
      }),
    ],
    ['task-no-cost', 'A record has no cost.', changingRecord((record) => without(record, 'cost'))],
    [
      'task-cost-text',
      'The cost is text.',
      changingRecord((record) => ({ ...record, cost: String(record.cost) })),
    ],
    [
      'task-no-result',
      'A task that succeeded has no result.',
      changingSuccess((record) => without(record, 'result')),
    ],
    [
      'task-addresses-once',
      'The addresses of a result are given once.',
      changingRecord((record, _, memory) => {
        const images = toList(toObject(record.result).images).map(toObject);
        const isTold = memory[`told ${String(record.id)}`] === true;
        memory[`told ${String(record.id)}`] = isSuccess(record);
        return isTold && images.length > 0
          ? { ...record, result: { images: images.map((image) => ({ ...image, url: [] })) } }
          : record;
      }),
    ],
    [
      'task-no-error',
      'A task that failed has no error.',
      changingRecord((record) => without(record, 'error')),
    ],
    [
      'task-result-early',
      'A task that failed has a result.',
      changingRecord((record) => (failed(record) ? { ...record, result: { images: [] } } : record)),
    ],
    [
      'task-never-ends',
      'A task never ends.',
      changingSuccess((record) => ({ ...without(record, 'result'), status: 'processing', progress: 50 })),
    ],
    [
      'task-unending-failure',
      'A task that failed is processing.',
      changingRecord((record) => (failed(record) ? { ...record, status: 'processing' } : record)),
    ],
    [
      'task-success-of-failure',
      'A task that failed is a success.',
      changingRecord((record) => (failed(record) ? { ...record, status: 'success', progress: 100 } : record)),
    ],
    ['task-text-type', 'The record of a task is announced as text.', announcing(toTasks, 'text/plain')],
    [
      'task-unknown-page',
      'An unknown task is a page.',
      changingResponse(toTasks, (response) =>
        response.status === 404
          ? { status: 404, headers: { 'content-type': 'text/html' }, bytes: Buffer.from('<h1>404</h1>') }
          : response,
      ),
    ],
    [
      'task-other-account',
      'Another account can read a task.',
      usingKey(
        (request) => toTasks(request) && request.headers.authorization === 'Bearer sk-mock-other',
        'sk-mock',
      ),
      'CHOICE',
    ],
    [
      'task-unknown',
      'An unknown task is an empty success.',
      changingResponse(toTasks, (response) =>
        response.status === 404
          ? withJson({ ...response, status: 200 }, { id: 'x', status: 'success', progress: 100, cost: 0 })
          : response,
      ),
      'CHOICE',
    ],
    [
      'task-running-id',
      'Until it has ended, the record of a task has another id.',
      changingRecord((record) =>
        isSuccess(record) || failed(record) ? record : { ...record, id: `running-${String(record.id)}` },
      ),
    ],
  ],
);
