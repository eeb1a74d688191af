import * as policies from '../../generated/policy-sections.ts';

/** The signed content: the three parts that Standard Webhooks joins with dots. */
export interface WebhookMessage {
  /** Value of `webhook-id`: the task id. */
  readonly id: string;
  /** Value of `webhook-timestamp`: Unix seconds of the attempt. */
  readonly timestampSeconds: number;
  /** The body as it is sent. */
  readonly body: string;
}

/** What a receiver needs besides the message. */
export interface VerifyOptions {
  /** Value of `webhook-signature`. */
  readonly signature: string;
  /** Active secrets, `whsec_...`; one that matches is enough. */
  readonly secrets: readonly string[];
  readonly nowSeconds: number;
  /** Allowed difference between the timestamp and now; five minutes by default. */
  readonly toleranceSeconds?: number;
}

const {
  signature_tolerance_seconds: TOLERANCE_SECONDS,
  secret_bytes: SECRET_BYTES,
  max_signatures: MAX_SIGNATURES,
} = policies.callbacks;
const PREFIX = 'whsec_';
const VERSION = 'v1,';
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;
/** What follows the prefix of a secret, for messages. */
export const SECRET_FORM = `${SECRET_BYTES.min} to ${SECRET_BYTES.max} bytes in base64`;

/** The value of `webhook-signature`: one `v1,<base64>` per secret, separated by spaces. Throws for a malformed secret. */
export async function signWebhook(message: WebhookMessage, secrets: readonly string[]): Promise<string> {
  const data = toSignedBytes(message);
  const signatures = secrets.map(async (secret) => {
    const key = await crypto.subtle.importKey('raw', parseWebhookSecret(secret), HMAC, false, ['sign']);
    return VERSION + toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, data)));
  });
  return (await Promise.all(signatures)).join(' ');
}

/**
 * Whether a message was signed with one of the secrets, with a timestamp within the tolerance of now. Compares in constant time; throws for
 * a malformed secret.
 */
export async function verifyWebhook(message: WebhookMessage, options: VerifyOptions): Promise<boolean> {
  const { signature, secrets, nowSeconds, toleranceSeconds = TOLERANCE_SECONDS } = options;
  const age = Math.abs(nowSeconds - message.timestampSeconds);
  if (!Number.isInteger(message.timestampSeconds) || !(age <= toleranceSeconds)) return false;
  const data = toSignedBytes(message);
  const given = readSignatures(signature);
  const matches = secrets.map(async (secret) => {
    const key = await crypto.subtle.importKey('raw', parseWebhookSecret(secret), HMAC, false, ['verify']);
    const results = given.map((bytes) => crypto.subtle.verify('HMAC', key, bytes, data));
    return (await Promise.all(results)).includes(true);
  });
  return (await Promise.all(matches)).includes(true);
}

/** The bytes of a secret, `whsec_` and 24 to 64 bytes in base64; throws a RangeError that does not quote it. */
function parseWebhookSecret(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = readSecret(secret);
  if (!bytes) {
    throw new RangeError(`A webhook secret is "${PREFIX}" and ${SECRET_FORM}; this one is not.`);
  }
  return bytes;
}

export function isWebhookSecret(secret: string): boolean {
  return readSecret(secret) !== undefined;
}

/** Random bytes, 24 to 64 of them, as a secret: `whsec_<base64>`. */
export function toWebhookSecret(bytes: Uint8Array): string {
  const secret = PREFIX + toBase64(bytes);
  parseWebhookSecret(secret);
  return secret;
}

function readSecret(secret: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : undefined;
  const isLongEnough = bytes && bytes.length >= SECRET_BYTES.min && bytes.length <= SECRET_BYTES.max;
  return isLongEnough ? bytes : undefined;
}

function toSignedBytes({ id, timestampSeconds, body }: WebhookMessage): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${id}.${timestampSeconds}.${body}`);
}

function readSignatures(header: string): readonly Uint8Array<ArrayBuffer>[] {
  return header
    .split(' ')
    .filter((part) => part.startsWith(VERSION))
    .slice(0, MAX_SIGNATURES)
    .flatMap((part) => fromBase64(part.slice(VERSION.length)) ?? []);
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** The bytes of a base64 text; undefined when it is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length > 1024) return undefined;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined; // a length that base64 cannot have
  }
}
