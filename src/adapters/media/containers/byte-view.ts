/** A view over exactly these bytes, whose reads throw `RangeError` outside of them. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The first bytes as text, one character each. */
export function readCharacters(bytes: Uint8Array, most: number): string {
  return String.fromCharCode(...bytes.subarray(0, most));
}

/** Four bytes as text, the way chunk and box types are written. */
export function readFourCharacters(view: DataView, at: number): string {
  const code = view.getUint32(at);
  return String.fromCharCode(code >>> 24, (code >>> 16) & 255, (code >>> 8) & 255, code & 255);
}
