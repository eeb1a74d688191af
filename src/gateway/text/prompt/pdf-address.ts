import { isDataUri, readDataHead } from '../../body/data-uri.ts';

/** Whether an address is a PDF data URI in the one accepted form (section 4.5, rule 6), case-insensitively. */
export function isPdfData(address: string): boolean {
  return readDataHead(address)?.[1] === 'application/pdf';
}

/** `%PDF-` in base64: the sixth character also encodes part of what follows. */
const MARK = /^\s*JVBERi/;

/** Longest prefix of an address that is examined. */
const LONGEST_HEAD = 200;

/** Whether an address, in any form, looks like a PDF: by media type, first bytes or extension. */
export function isPdf(address: string): boolean {
  const head = address.slice(0, LONGEST_HEAD);
  if (!isDataUri(head)) return MARK.test(head) || /^[^?#]*\.pdf(?:[?#]|$)/i.test(address.slice(0, 2048));
  const comma = head.indexOf(',');
  return /^data:\s*[\w.+-]+\/[\w.+-]*pdf\b/i.test(head) || (comma >= 0 && MARK.test(head.slice(comma + 1)));
}
