/** What the core uses of the platform beyond ECMAScript: present in Node, browsers and workers alike. */
declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  decode(input?: Uint8Array): string;
}

declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(init?: string);
  [Symbol.iterator](): Iterator<[string, string]>;
}

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
