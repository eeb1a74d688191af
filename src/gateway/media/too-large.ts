/** Says how large a file may be, and how large it is if known: reading stops at the limit. */
export function tooLarge(
  what: string,
  { maxBytes, bytes }: { readonly maxBytes: number; readonly bytes?: number },
): string {
  return bytes === undefined
    ? `${what} has more than the ${maxBytes} bytes allowed`
    : `${what} has ${bytes} bytes; at most ${maxBytes} are allowed`;
}
