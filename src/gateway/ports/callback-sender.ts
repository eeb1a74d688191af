export interface CallbackRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

/** The outcome; expected failures are values. `refused` is an address that may not be called (section 6). */
export type CallbackResult =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** Posts callbacks. Redirects are not followed; the address is checked on every attempt, at connect time. */
export interface CallbackSender {
  send(request: CallbackRequest): Promise<CallbackResult>;
}
