import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { SealedError, type SecretBox } from '../../gateway/ports/secret-box.ts';

export const SECRET_KEY_BYTES = 32;

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ID_LENGTH = 12;
/** Prefix of every ciphertext; the id of its key and the encrypted bytes follow. */
const PREFIX = 'sealed:1:';

/** Creates a box: the first key encrypts, all decrypt. AES-256-GCM, with a separate nonce for each text. */
export function createSecretBox(keys: readonly Uint8Array[]): SecretBox {
  const byId = new Map(keys.map((key) => [secretKeyId(key), key]));
  const [current] = keys;
  const currentPrefix = current && `${PREFIX}${secretKeyId(current)}:`;
  return {
    seal: (text, context) => (current ? currentPrefix + encrypt(text, { key: current, context }) : text),
    open(stored, context) {
      if (!stored.startsWith(PREFIX)) return stored;
      const [keyId = '', sealed = ''] = stored.slice(PREFIX.length).split(':');
      const key = byId.get(keyId);
      if (key) return decrypt(sealed, { key, context });
      throw new SealedError(
        `the webhook secrets are encrypted with the key ${keyId}, which is not in ENCRYPTION_KEYS: add it there.`,
      );
    },
    isCurrent: (stored) => stored.startsWith(currentPrefix ?? PREFIX) === (current !== undefined),
  };
}

/** The id of a key that is stored with each ciphertext: the beginning of the key's digest. */
export function secretKeyId(key: Uint8Array): string {
  return hash('sha256', key).slice(0, ID_LENGTH);
}

interface Lock {
  readonly key: Uint8Array;
  readonly context: string;
}

function encrypt(text: string, { key, context }: Lock): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(context));
  const parts = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString('base64url');
}

function decrypt(sealed: string, { key, context }: Lock): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const end = bytes.length - TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(end));
    return decipher.update(bytes.subarray(IV_BYTES, end), undefined, 'utf8') + decipher.final('utf8');
  } catch (error) {
    const what = `the webhook secrets of account ${context} were changed or moved within the database`;
    throw new SealedError(`${what}: restore them from a backup.`, { cause: error });
  }
}
