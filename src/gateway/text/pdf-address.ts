const HEAD = /^data:application\/pdf;base64,/i;

/** Longest head of a data URI that is looked at. */
const LONGEST_HEAD = 200;

/** Whether an address is a PDF as data, in the one form that is taken (section 4.5, rule 6), in letters of any case. */
export function isPdfData(address: string): boolean {
  return HEAD.test(address.slice(0, LONGEST_HEAD));
}

/** `%PDF-` in base64: the sixth character holds a part of what follows. */
const MARK = /^\s*JVBERi/;

/** Whether an address, in whatever form, says of itself that it is a PDF: by media type, first bytes or extension. */
export function isPdf(address: string): boolean {
  const head = address.slice(0, LONGEST_HEAD);
  if (!/^data:/i.test(head)) return MARK.test(head) || /^[^?#]*\.pdf(?:[?#]|$)/i.test(address.slice(0, 2048));
  const comma = head.indexOf(',');
  return /^data:\s*[\w.+-]+\/[\w.+-]*pdf\b/i.test(head) || (comma >= 0 && MARK.test(head.slice(comma + 1)));
}
