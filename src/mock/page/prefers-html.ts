interface Range {
  readonly type: string;
  readonly quality: number;
}

/** Whether an `Accept` header prefers HTML to JSON (RFC 9110, section 12.5.1). Programs that accept anything get JSON. */
export function prefersHtml(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map(toRange);
  return qualityOf('text/html', ranges) > qualityOf('application/json', ranges);
}

function toRange(text: string): Range {
  const [type = '', ...parameters] = text.toLowerCase().split(/\s*;\s*/);
  const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
  return { type: type.trim(), quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/** The most specific media range wins. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const [family] = type.split('/');
  const wanted = [type, `${family}/*`, '*/*'];
  const found = wanted.map((name) => ranges.find((range) => range.type === name)).find(Boolean);
  return found?.quality ?? 0;
}
