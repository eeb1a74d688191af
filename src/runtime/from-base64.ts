const { Buffer: nodeBuffer } = globalThis as {
  Buffer?: { from(text: string, encoding: 'base64'): Uint8Array<ArrayBuffer> };
};
const { fromBase64: decode } = Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };

/** Decodes base64 that was checked before. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (nodeBuffer) return nodeBuffer.from(text, 'base64');
  return decode ? decode(text) : Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
