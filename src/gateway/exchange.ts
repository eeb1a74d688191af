import type { OperationId } from '../../generated/operations.ts';

/** A body, or why there is none: larger than allowed (told as soon as it is known), cut off by the client, or no room for it. */
export type BodyRead = Uint8Array | 'too_large' | 'aborted' | 'no_room';

/** Room for bodies, which have to be in memory as a whole. */
export interface BodyRoom {
  /** Bodies up to this length need no asking. */
  readonly freely: number;
  /** Takes room for so many more bytes, before they are received; false when there is none. */
  take(bytes: number): Promise<boolean>;
}

/** A request, whatever carried it. */
export interface GatewayRequest {
  /** Upper case. */
  readonly method: string;
  /** Path and query as sent: `/v1/models?expand=category`. */
  readonly target: string;
  /** Scheme, host and port that the client used. */
  readonly origin: string;
  /** Address of the peer, where the shell knows it. */
  readonly peer?: string | undefined;
  /** The value of a header, by its lower-case name. */
  header(name: string): string | undefined;
  /** Called at most once. Without `room` there is room for everything. The bytes are the caller's to hand over. */
  readBody(maxBytes: number, room?: BodyRoom): Promise<BodyRead>;
  /** Aborted when the client leaves; made when it is asked for. */
  signal(): AbortSignal | undefined;
}

/** What a request turned out to be about: for logs, metrics and journals, never sent. */
export interface ExchangeFacts {
  readonly operationId: OperationId;
  readonly accountId?: string;
  readonly keyDigest?: string;
}

/** A response, ready to be carried: text is UTF-8. */
export interface GatewayResponse {
  readonly about?: ExchangeFacts | undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array> | undefined;
}

/** What a shell carries requests to. A fault is a 500 in the envelope. */
export interface RequestHandler {
  /** A rejection closes the connection without an answer; only a mock that was told to do so rejects. */
  handle(request: GatewayRequest): Promise<GatewayResponse>;
}

/** The gateway: what clients ask, and what its operator may ask besides. */
export interface Gateway extends RequestHandler {
  /** Sends a callback once more, whatever became of it; false when there is none. */
  resendCallback(taskId: string): Promise<boolean>;
  /** Cancels a task on behalf of the operator: full refund, no callback. False when it had ended or never was. */
  cancelTask(taskId: string): Promise<boolean>;
}
