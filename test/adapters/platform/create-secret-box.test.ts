import { createDecipheriv } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretBox, secretKeyId } from '../../../src/adapters/platform/create-secret-box.ts';
import { SealedError } from '../../../src/gateway/ports/secret-box.ts';

const [older, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const TEXT = '["whsec_é"]';

test('decrypts what it encrypted, and encrypts the same text differently each time', () => {
  const box = createSecretBox([current]);
  const [first, second] = [box.seal(TEXT, 'acme'), box.seal(TEXT, 'acme')];
  expect(box.open(first, 'acme')).toBe(TEXT);
  expect(first).not.toBe(second);
  expect(first).not.toContain('whsec');
  expect(box.isCurrent(first)).toBe(true);
});

test('encrypts with AES-256-GCM, the account as additional data, with the id of its key', () => {
  const sealed = createSecretBox([current]).seal(TEXT, 'acme');
  const [name, version, keyId, text = ''] = sealed.split(':');
  // printf '\2%.0s' {1..32} | sha256sum
  expect([name, version, keyId]).toEqual(['sealed', '1', '75877bb41d39']);
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', current, bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from('acme')).setAuthTag(bytes.subarray(-16));
  const opened = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
  expect(opened.toString()).toBe(TEXT);
});

test('decrypts with an older key, and encrypts with the first', () => {
  const sealed = createSecretBox([older]).seal(TEXT, 'acme');
  const both = createSecretBox([current, older]);
  expect([both.open(sealed, 'acme'), both.isCurrent(sealed)]).toEqual([TEXT, false]);
  expect(createSecretBox([current]).open(both.seal(TEXT, 'acme'), 'acme')).toBe(TEXT);
});

test('leaves texts plain without a key, and reads plain ones with one', () => {
  const [none, one] = [createSecretBox([]), createSecretBox([current])];
  expect(none.seal(TEXT, 'acme')).toBe(TEXT);
  expect([none.isCurrent(TEXT), one.isCurrent(TEXT)]).toEqual([true, false]);
  expect(one.open(TEXT, 'acme')).toBe(TEXT);
});

test('names the missing key', () => {
  const sealed = createSecretBox([older]).seal(TEXT, 'acme');
  for (const keys of [[], [current]]) {
    const box = createSecretBox(keys);
    expect(box.isCurrent(sealed)).toBe(false);
    expect(() => box.open(sealed, 'acme')).toThrow(SealedError);
    expect(() => box.open(sealed, 'acme')).toThrow(`the key ${secretKeyId(older)}, which is not in`);
  }
});

test('refuses a ciphertext that was changed, truncated or moved to another account', () => {
  const box = createSecretBox([current]);
  const sealed = box.seal(TEXT, 'acme');
  const flipped = `${sealed.slice(0, -8)}${sealed.at(-8) === 'A' ? 'B' : 'A'}${sealed.slice(-7)}`;
  for (const [stored, account] of [
    [sealed, 'beta'],
    [flipped, 'acme'],
    [sealed.slice(0, 40), 'acme'],
    [sealed.slice(0, 22), 'acme'],
  ] as const)
    expect(() => box.open(stored, account)).toThrow(SealedError);
});
