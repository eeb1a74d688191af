import { readDataHead } from '../../body/data-uri.ts';

/** Whether an address is a PDF data URI in the one accepted form (section 4.5, rule 6), case-insensitively. */
export function isPdfData(address: string): boolean {
  return readDataHead(address)?.[1] === 'application/pdf';
}

/** A media type or file name of a PDF. */
const NAMED = /^(?:data:[^,]{0,100}pdf|[^?#]{0,1000}\.pdf(?:[?#]|$))/i;
/** `%PDF-` in base64: the sixth character also encodes part of what follows. */
const MARKED = /^(?:[dD][aA][tT][aA]:[^,]{0,100},)?JVBERi/;

/** Whether an address, in any form, looks like a PDF: by media type, first bytes or extension. The schemas of parts have the same patterns. */
export function isPdf(address: string): boolean {
  return NAMED.test(address) || MARKED.test(address);
}
