/** A body, or why there is none: larger than allowed (told as soon as it is known), or cut off by the client. */
export type BodyRead = Uint8Array | 'too_large' | 'aborted';

/** A request, whatever carried it. */
export interface GatewayRequest {
  /** Upper case. */
  readonly method: string;
  /** Path and query as sent: `/v1/models?expand=category`. */
  readonly target: string;
  /** Scheme, host and port that the client used. */
  readonly origin: string;
  /** The value of a header, by its lower-case name. */
  header(name: string): string | undefined;
  /** Called at most once. */
  readBody(maxBytes: number): Promise<BodyRead>;
  /** Aborted when the client leaves; made when it is asked for. */
  signal(): AbortSignal | undefined;
}

/** A response, ready to be carried: text is UTF-8. */
export interface GatewayResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<string> | undefined;
}

/** The gateway as its shells see it. Never throws: a fault is a 500 in the envelope. */
export interface Gateway {
  handle(request: GatewayRequest): Promise<GatewayResponse>;
}
