import type { OperationId } from '../../generated/operations.ts';
import type { NanoUsd } from '../contract/money.ts';
import type { Ports } from './ports/ports.ts';

/**
 * A body, or why there is none: larger than allowed (reported as soon as it is known), cut off by the client, in too
 * many tiny chunks, no capacity for it, or not the gzip that it claims to be. A shell that reads only one gzip member
 * says so.
 */
export type BodyRead =
  | Uint8Array
  | 'too_large'
  | 'aborted'
  | 'fragmented'
  | 'no_room'
  | 'not_gzip'
  | 'not_one_gzip_member';

/** Capacity for bodies, which have to be in memory as a whole. */
export interface BodyRoom {
  /** Bodies up to this length need no reservation. */
  readonly freely: number;
  /** Reserves this many more bytes, before they are received; false when there is no capacity, or none for those announced beyond. */
  take(bytes: number, ahead?: number): Promise<boolean>;
  /** Inspects the bytes of a body longer than `freely` as they arrive; false when the body will be refused. */
  look(part: Uint8Array): boolean;
}

/** A request, independent of its transport. */
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
  /**
   * Called at most once. Inflated when its `Content-Encoding` is gzip. Without `room` capacity is unlimited. The
   * caller owns the bytes and may transfer them. A body that has arrived as a whole is returned at once.
   */
  readBody(maxBytes: number, room?: BodyRoom): BodyRead | Promise<BodyRead>;
  /** Aborted when the client disconnects; created on demand. */
  signal(): AbortSignal | undefined;
}

/**
 * Facts that are collected while a request is handled, and a stream until its end: for logs, metrics and journals,
 * never sent.
 */
export interface ExchangeFacts {
  operationId?: OperationId | undefined;
  accountId?: string | undefined;
  /** Name of the model, as the client spelled it. */
  model?: string | undefined;
  /** The task that was accepted. */
  taskId?: string | undefined;
  /** What is held for the request, and what it was charged once that is settled. */
  cost?: NanoUsd | undefined;
  /** Why it was refused. */
  reason?: string | undefined;
}

/** A response, ready to send: text is UTF-8. */
export interface GatewayResponse {
  readonly facts?: Readonly<ExchangeFacts> | undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array> | undefined;
}

/** Handles requests for a shell. A fault is a 500 in the error envelope. */
export interface RequestHandler {
  /** A rejection closes the connection without a readable response; only a mock configured to do so rejects. */
  handle(request: GatewayRequest): Promise<GatewayResponse>;
}

/** The gateway: requests of clients, and actions of its operator. */
export interface Gateway extends RequestHandler {
  /** Handles a request; `ports` replace the gateway's own for this request only. */
  handle(request: GatewayRequest, ports?: Partial<Ports>): Promise<GatewayResponse>;
  /** Sends a callback once more, whatever its state; false when there is none. */
  resendCallback(taskId: string): Promise<boolean>;
  /** Cancels a task on behalf of the operator: full refund, no callback. False when it had ended or does not exist. */
  cancelTask(taskId: string): Promise<boolean>;
}
