/** Whether an `If-None-Match` header names a tag, or any: the weak comparison of RFC 9110, section 13.1.2. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((entry) => {
    const named = entry.trim();
    return named === '*' || named.replace(/^W\//, '') === tag;
  });
}

/** Whether `If-Range` lets a `Range` header apply: only with exactly this tag; a date is not precise enough. */
export function allowsRange(ifRange: string | undefined, tag: string): boolean {
  return ifRange === undefined || ifRange.trim() === tag;
}
