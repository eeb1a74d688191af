/** Whether output to a stream may be coloured: a terminal that supports colours, unless `NO_COLOR` is set (no-color.org). */
export function wantsColour(
  { isTTY = false }: { readonly isTTY?: boolean | undefined },
  { NO_COLOR, TERM }: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  return isTTY && !NO_COLOR && TERM !== 'dumb';
}
