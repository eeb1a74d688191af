/** What the core uses of the platform beyond ECMAScript: present in Node, browsers and workers alike. */
declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  decode(input?: Uint8Array): string;
}

declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(init?: string);
  [Symbol.iterator](): Iterator<[string, string]>;
}

declare class AbortSignal {
  static any(signals: readonly AbortSignal[]): AbortSignal;
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
}

declare class URL {
  constructor(url: string, base?: string);
  static canParse(url: string, base?: string): boolean;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly href: string;
  pathname: string;
  hash: string;
}

declare function atob(data: string): string;
declare function btoa(data: string): string;

interface CryptoKey {
  readonly type: string;
}

declare const crypto: {
  readonly subtle: {
    importKey(
      format: 'raw',
      keyData: Uint8Array<ArrayBuffer>,
      algorithm: { readonly name: 'HMAC'; readonly hash: 'SHA-256' },
      extractable: boolean,
      keyUsages: ('sign' | 'verify')[],
    ): Promise<CryptoKey>;
    sign(algorithm: 'HMAC', key: CryptoKey, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
    verify(
      algorithm: 'HMAC',
      key: CryptoKey,
      signature: Uint8Array<ArrayBuffer>,
      data: Uint8Array<ArrayBuffer>,
    ): Promise<boolean>;
  };
};

declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
