import { setTimeout as sleep } from 'node:timers/promises';
import {
  isObject,
  type Json,
  type JsonObject,
  toList,
  toObject,
} from '../../../src/conformance/suite/json.ts';
import { withBody } from './start-tampered.ts';
import type { Memory, TamperedRequest, TamperedResponse, Tampering } from './tampering.ts';

/** Which requests a fault concerns. */
export type Condition = (request: TamperedRequest) => boolean;

/** Requests to one path; a path that ends in `/` stands for everything below it. */
export function to(path: string, method?: string): Condition {
  return (request) => {
    const own = request.url.split('?')[0] ?? '';
    return (
      (method === undefined || method === request.method) &&
      (path.endsWith('/') ? own.startsWith(path) : own === path)
    );
  };
}

export const toImages = to('/v1/images/generations');
export const toVideos = to('/v1/videos/generations');

/** Submissions to the image models. */
export const qx = both(toImages, ofModel('qx-image'));
export const lite = both(toImages, ofModel('sx-5-0-lite'));
export const pro = both(toImages, ofModel('sx-5-0-pro'));

export const bodyOf = ({ body }: TamperedRequest): JsonObject => body ?? {};
export const toTasks = to('/v1/tasks/');
export const toChat = to('/v1/chat/completions');
export const toResponses = to('/v1/responses');
export const toModels = to('/v1/models');
/** Result files, also those of an isolated case. */
export const toFiles: Condition = ({ url }) => url.includes('/files/');

/** Submissions of images or videos. */
export const toSubmits: Condition = (request) => toImages(request) || toVideos(request);

/** The gateway sees a different body from the one that was sent. */
export function changingBody(concerns: Condition, change: (body: JsonObject) => JsonObject): Tampering {
  return {
    request: (request) =>
      concerns(request) && request.body ? withBody(request, change(request.body)) : request,
  };
}

/** The caller sees a different JSON body from the one that the gateway sent, for 2xx responses. */
export function changingAnswer(
  concerns: Condition,
  change: (body: JsonObject, request: TamperedRequest, memory: Memory) => Json,
): Tampering {
  return changingResponse(concerns, (response, request, memory) =>
    isObject(response.body) && response.status < 300
      ? withJson(response, change(response.body, request, memory))
      : response,
  );
}

/** The caller sees a changed task record. */
export function changingRecord(
  change: (record: JsonObject, request: TamperedRequest, memory: Memory) => JsonObject,
): Tampering {
  return changingAnswer(toTasks, change);
}

/** The caller sees a changed record of a successful task. */
export function changingSuccess(change: (record: JsonObject) => JsonObject): Tampering {
  return changingRecord((record) => (isSuccess(record) ? change(record) : record));
}

/** The caller sees a changed record of a successful task, if its submission matches. */
export function changingTask(
  when: (body: JsonObject) => boolean,
  change: (record: JsonObject, body: JsonObject) => JsonObject,
): Tampering {
  return {
    response(response, request, memory) {
      const answer = toObject(response.body);
      if (toSubmits(request) && response.status === 200 && when(request.body ?? {}))
        memory[`task ${String(toObject(toList(answer.data)[0]).task_id)}`] = request.body;
      const body = memory[`task ${String(answer.id)}`];
      return toTasks(request) && isSuccess(answer) && body !== undefined
        ? withJson(response, change(answer, toObject(body as Json)))
        : response;
    },
  };
}

/** The caller sees a changed first image of a successful task. */
export function changingImage(change: (image: JsonObject) => JsonObject): Tampering {
  return changingSuccess((record) => {
    const { images } = toObject(record.result);
    const [first, ...rest] = toList(images);
    return images === undefined
      ? record
      : { ...record, result: { images: [change(toObject(first)), ...rest] } };
  });
}

/** The caller sees a changed response. */
export function changingResponse(
  concerns: Condition,
  change: (
    response: TamperedResponse,
    request: TamperedRequest,
    memory: Memory,
  ) => TamperedResponse | Promise<TamperedResponse>,
): Tampering {
  return {
    response: (response, request, memory) =>
      concerns(request) ? change(response, request, memory) : response,
  };
}

/** A response has a different content type. */
export function announcing(concerns: Condition, type: string): Tampering {
  return changingResponse(concerns, (response) => ({
    ...response,
    headers: { ...response.headers, 'content-type': type },
  }));
}

/** Text of an event stream is replaced. */
export function changingStream(concerns: Condition, change: (text: string) => string): Tampering {
  return changingResponse(concerns, (response) =>
    response.headers['content-type']?.startsWith('text/event-stream')
      ? { ...response, bytes: Buffer.from(change(Buffer.from(response.bytes).toString())) }
      : response,
  );
}

/** Every JSON event of a stream is replaced; an undefined one is left out. */
export function changingEvents(
  concerns: Condition,
  change: (event: JsonObject) => JsonObject | undefined,
): Tampering {
  return changingStream(concerns, (text) =>
    text
      .split('\n\n')
      .flatMap((block) => {
        const data = /^data: (\{.*\})$/m.exec(block)?.[1];
        if (!data) return [block];
        const changed = change(toObject(JSON.parse(data)));
        return changed ? [block.replace(data, () => JSON.stringify(changed))] : [];
      })
      .join('\n\n'),
  );
}

/** Prices have no unit, so that what text costs shows in balances only. */
export const hidingUnits = changingAnswer(to('/api/pricing/model'), (body) => {
  const data = toObject(body.data);
  return { ...body, data: { ...data, pricing: without(toObject(data.pricing), 'unit') } };
});

/** A response with a different JSON body. */
export function withJson(response: TamperedResponse, body: Json): TamperedResponse {
  return { ...response, body, bytes: Buffer.from(JSON.stringify(body)) };
}

/** An error in the envelope of section 7 in place of a response. */
export function refusal(status: number, type = 'invalid_request_error'): TamperedResponse {
  const headers = { 'content-type': 'application/json' };
  return withJson(
    { status, headers, bytes: new Uint8Array() },
    { error: { code: status, message: 'refused', type } },
  );
}

/** Requests that match are rejected although they are valid. They do not reach the gateway, so that nothing is charged. */
export function refusing(concerns: Condition, status = 400): Tampering {
  return {
    request: (request) => (concerns(request) && request.body ? withBody(request, {}) : request),
    response: (response, request) => (concerns(request) ? refusal(status) : response),
  };
}

/** Submissions that match are accepted although they are invalid. */
export function accepting(concerns: Condition): Tampering {
  return changingResponse(concerns, (response) =>
    response.status === 400
      ? withJson(
          { ...response, status: 200 },
          { code: 200, data: [{ status: 'submitted', task_id: 'task_accepted' }] },
        )
      : response,
  );
}

/** A body without some members. */
export function without(body: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** Requests of one model, by any spelling that begins with this. */
export function ofModel(prefix: string): Condition {
  return ({ body }) =>
    String(body?.model ?? '')
      .toLowerCase()
      .replaceAll('.', '-')
      .startsWith(prefix.replaceAll('.', '-'));
}

/** Both conditions. */
export function both(...conditions: readonly Condition[]): Condition {
  return (request) => conditions.every((condition) => condition(request));
}

/** Whether a task record reports success. */
export function isSuccess({ status }: JsonObject): boolean {
  return status === 'success' || status === 'completed';
}

/** The gateway sees a different key. */
export function usingKey(concerns: Condition, key: string): Tampering {
  return {
    request: (request) =>
      concerns(request)
        ? { ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } }
        : request,
  };
}

/** Balances are lower by what a fault has overcharged. */
export function overcharging(
  charge: (response: TamperedResponse, request: TamperedRequest, memory: Memory) => number,
): Tampering {
  return {
    response(response, request, memory) {
      memory.extra = Number(memory.extra ?? 0) + charge(response, request, memory);
      const { remain_balance, used_balance } = toObject(response.body);
      const extra = Number(memory.extra);
      if (typeof remain_balance !== 'number' || extra === 0) return response;
      const rounded = (amount: number): number => Math.round(amount * 1e9) / 1e9;
      return withJson(response, {
        ...toObject(response.body),
        remain_balance: rounded(remain_balance - extra),
        used_balance: rounded(Number(used_balance) + extra),
      });
    },
  };
}

/** A long answer takes a few seconds, and all of its events arrive after them. */
export function buffering(concerns: Condition): Tampering {
  return changingResponse(concerns, async (response, { body }) => {
    const isLong = Number(body?.max_tokens ?? body?.max_output_tokens) >= 1000;
    if (isLong && response.headers['content-type']?.startsWith('text/event-stream')) await sleep(4000);
    return response;
  });
}

/** Several faults, one after another. */
export function joined(first: Tampering, second: Tampering): Tampering {
  return {
    response: async (response, request, memory) => {
      const between = (await first.response?.(response, request, memory)) ?? response;
      return (await second.response?.(between, request, memory)) ?? between;
    },
  };
}

/** Replaces the usage of an answer, streamed or not. */
export function changingUsage(concerns: Condition, change: (usage: JsonObject) => JsonObject): Tampering {
  const changed = (body: JsonObject): JsonObject => {
    if (isObject(body.usage)) return { ...body, usage: change(body.usage) };
    return isObject(body.response) ? { ...body, response: changed(body.response) } : body;
  };
  return joined(changingAnswer(concerns, changed), changingEvents(concerns, changed));
}

export const isStreamedChat: Condition = (request) => toChat(request) && request.body?.stream !== false;

export const hasTools: Condition = ({ body }) => toList(body?.tools).length > 0;
