export type { AnswerStream } from './answers/answer-stream.ts';
export type { ChatAnswer, ChatChunk } from './answers/collect-chat.ts';
export type { ResponseAnswer, ResponseEvent } from './answers/collect-response.ts';
export { createMemorySeenIds, handleOnce, type SeenIds } from './callbacks/callback-dedupe.ts';
export {
  type CallbackHeaders,
  CallbackVerificationError,
  type IncomingCallback,
  type VerifyCallbackOptions,
  verifyCallback,
} from './callbacks/verify-callback.ts';
export type { CallOptions, Calls } from './create-calls.ts';
export { type ClientOptions, createClient, type GatewrightClient } from './create-client.ts';
export { type ClientViolation, GatewrightError, type GatewrightErrorDetails } from './gatewright-error.ts';
export { type DrawingContext, drawLayers } from './layers/draw-layers.ts';
export { type LayerPlan, type PlacedLayer, planLayers } from './layers/plan-layers.ts';
export type {
  ChatRequest,
  ImageRequest,
  ModelOf,
  ModelTypes,
  ResponsesRequest,
  TaskRequest,
  VideoRequest,
} from './requests.ts';
export type { Fetch } from './retrying-fetch.ts';
export type { SubmitOptions } from './tasks/create-tasks.ts';
export type { DownloadedFile } from './tasks/download-files.ts';
export type { TaskRecord } from './tasks/read-record.ts';
export type { StoredTask, Task, TaskResult, WaitOptions } from './tasks/task.ts';
export {
  ResultExpiredError,
  TaskCancelledError,
  TaskError,
  TaskFailedError,
  TaskTimeoutError,
} from './tasks/task-errors.ts';
