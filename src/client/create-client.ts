import createFetchClient, { type Client } from 'openapi-fetch';
import type { ClientPaths } from '../../generated/client.ts';
import type { OperationRequests } from '../../generated/model-types.ts';
import type { AnswerStream } from './answers/answer-stream.ts';
import { type ChatAnswer, type ChatChunk, collectChat } from './answers/collect-chat.ts';
import { collectResponse, type ResponseAnswer, type ResponseEvent } from './answers/collect-response.ts';
import { openStream } from './answers/open-stream.ts';
import { type CallOptions, type Calls, createCalls } from './create-calls.ts';
import type {
  ChatRequest,
  ImageRequest,
  ModelOf,
  ModelTypes,
  ResponsesRequest,
  VideoRequest,
} from './requests.ts';
import { createRetryingFetch, type Fetch } from './retrying-fetch.ts';
import { createTasks, type SubmitOptions } from './tasks/create-tasks.ts';
import type { StoredTask, Task } from './tasks/task.ts';
import { withIdempotencyKey } from './tasks/with-idempotency-key.ts';

// The request types of this client are stricter than those of the operations, which accept any further member.
type ChatBody = Parameters<Calls['createChatCompletion']>[0];
type ResponseBody = Parameters<Calls['createResponse']>[0];

/** Where the service is, and how to call it. */
export interface ClientOptions {
  /** Address of the service, without `/v1`; in a page it may be relative. */
  readonly baseUrl: string | URL;
  /** Sent as `Authorization: Bearer`. */
  readonly apiKey: string;
  /** Replaces the global `fetch`, for example to pass a proxy. It is called with one argument, a `Request` of the global class. */
  readonly fetch?: Fetch;
  /** How often a failed request is repeated; twice by default. */
  readonly maxRetries?: number;
}

/**
 * The typed client of a gateway. Calls reject with a `GatewrightError` for every refusal. `Types` are the models that it
 * knows: those of the contract, or with added ones what `gatewright generate` writes as `OperationRequests`.
 */
export interface GatewrightClient<Types extends ModelTypes = OperationRequests> {
  /** Pictures, as tasks. */
  readonly images: {
    /** Submits an image task; the model decides which parameters there are (section 4.4). */
    generate<Model extends ModelOf<'image_generation', Types>>(
      request: ImageRequest<Model, Types>,
      options?: SubmitOptions,
    ): Promise<Task>;
  };
  /** Videos, as tasks. */
  readonly videos: {
    /** Submits a video task; the model decides which parameters there are (section 4.3). */
    generate<Model extends ModelOf<'video_generation', Types>>(
      request: VideoRequest<Model, Types>,
      options?: SubmitOptions,
    ): Promise<Task>;
  };
  /** Chat completions of text models. */
  readonly chat: {
    /** A whole chat completion (section 4.5). */
    create<Model extends ModelOf<'chat_completion', Types>>(
      request: ChatRequest<Model, Types>,
      options?: CallOptions,
    ): ReturnType<Calls['createChatCompletion']>;
    /** A chat completion as it is written, with its usage at the end. */
    stream<Model extends ModelOf<'chat_completion', Types>>(
      request: ChatRequest<Model, Types>,
      options?: CallOptions,
    ): Promise<AnswerStream<ChatChunk, ChatAnswer>>;
  };
  /** Responses of text models. */
  readonly responses: {
    /** A whole response (section 4.6). */
    create(request: ResponsesRequest<Types>, options?: CallOptions): ReturnType<Calls['createResponse']>;
    /** A response as it is written. */
    stream(
      request: ResponsesRequest<Types>,
      options?: CallOptions,
    ): Promise<AnswerStream<ResponseEvent, ResponseAnswer>>;
  };
  /** Tasks that were submitted before. */
  readonly tasks: {
    /** The handle of a task that was submitted before, by its id or by the object that its `toJSON()` gave: parse JSON text first. */
    resume(task: string | StoredTask): Task;
  };
  /** What the key may call, and what it costs. */
  readonly models: {
    /** The models of the key, by category on request (section 4.1). */
    list: Calls['listModels'];
    /** One model with its parameter contract, whatever its name (section 4.2). */
    schema(model: string, options?: CallOptions): ReturnType<Calls['getModelSchemaByQuery']>;
    /** What a model costs, with the ratio of the key's group. */
    prices(model: string, options?: CallOptions): ReturnType<Calls['getModelPricing']>;
  };
  /** What is left to spend, and what was charged. */
  readonly balance: {
    /** The balance of the account (section 2.6). */
    account: Calls['getUserBalance'];
    /** The balance of the key. */
    key: Calls['getKeyBalance'];
    /** The charges in a period in US cents, by day and model. */
    usage: Calls['getBillingUsage'];
    /** The spending limits of the account. */
    limits: Calls['getBillingSubscription'];
  };
  /** Every operation of the contract, by its operation id. */
  readonly operations: Calls;
  /** The openapi-fetch client over the same paths, for models without a contract: it neither throws nor checks types by model. */
  readonly raw: Client<ClientPaths>;
}

/** Creates a client; it holds no connection and no state. */
export function createClient<Types extends ModelTypes = OperationRequests>({
  baseUrl: address,
  apiKey,
  fetch,
  maxRetries,
}: ClientOptions): GatewrightClient<Types> {
  const given = typeof address === 'string' ? address : address?.href;
  for (const [name, value] of Object.entries({ baseUrl: given, apiKey }))
    if (typeof value !== 'string')
      throw new TypeError(`${name} must be a string. Is the variable that it is read from set?`);
  if (!isAddress(given))
    throw new TypeError(
      `baseUrl must be an http or https address, such as http://localhost:8080; got ${given || 'no text'}.`,
    );
  const baseUrl = given.replace(/\/+$/, '');
  const retrying = createRetryingFetch(fetch ?? sendAnew, maxRetries);
  const headers = { authorization: `Bearer ${apiKey}` };
  const raw = createFetchClient<ClientPaths>({ baseUrl, headers, fetch: withIdempotencyKey(retrying) });
  const operations = createCalls(raw);
  const tasks = createTasks(operations, retrying);
  return {
    images: { generate: (request, options) => tasks.submit('createImage', request, options) },
    videos: { generate: (request, options) => tasks.submit('createVideo', request, options) },
    chat: {
      create: (request, options) => operations.createChatCompletion(request as unknown as ChatBody, options),
      stream: (request, options) => {
        const reporting = { stream_options: { include_usage: true }, ...request };
        return openStream(
          raw,
          { operationId: 'createChatCompletion', request: reporting, collector: collectChat() },
          options,
        );
      },
    },
    responses: {
      create: (request, options) => operations.createResponse(request as ResponseBody, options),
      stream: (request, options) =>
        openStream(raw, { operationId: 'createResponse', request, collector: collectResponse() }, options),
    },
    tasks: { resume: (task) => tasks.resume(readTaskId(task)) },
    models: {
      list: operations.listModels,
      schema: (model, options) => operations.getModelSchemaByQuery({ model }, options),
      prices: (model, options) => operations.getModelPricing({ model }, options),
    },
    balance: {
      account: operations.getUserBalance,
      key: operations.getKeyBalance,
      usage: operations.getBillingUsage,
      limits: operations.getBillingSubscription,
    },
    operations,
    raw,
  };
}

/**
 * React's server components, and Next.js, answer equal reads of one rendering with the first response, so that a poll or a
 * retry would never see another one. They do not when an address is given with a signal, whereas every `Request` has one.
 */
const sendAnew: Fetch = (request) => {
  if (request.method !== 'GET') return globalThis.fetch(request);
  const { url, headers, signal, credentials, cache, redirect } = request;
  return globalThis.fetch(url, { headers, signal, credentials, cache, redirect });
};

/**
 * Paths are appended to it, so it ends with its own; a user in it is refused by `fetch`. A relative one is below the page, if
 * there is any: a server that renders a page creates clients, too, but only the page calls them.
 */
function isAddress(baseUrl: string): boolean {
  if (/[\s?#]/.test(baseUrl)) return false;
  if (URL.canParse(baseUrl)) return /^https?:\/*[^@/]+(\/|$)/i.test(baseUrl);
  return 'location' in globalThis || /^\/(?!\/)/.test(baseUrl);
}

/** The types do not know what a storage holds. */
function readTaskId(task: string | StoredTask): string {
  const id: unknown = typeof task === 'string' ? task : Object(task).id;
  if (typeof id === 'string' && !/^(\.{0,2}$|\{)/.test(id)) return id; // dots would lead to another path
  throw new TypeError(
    'tasks.resume needs the id of a task, or the object that its toJSON() gave: parse JSON text first.',
  );
}
