import type { Json, JsonObject } from '../../contract/contract.ts';
import { isObject, mapMembers } from '../../contract/json.ts';

/** Something that the mock reads in place of an address that leads nowhere. */
export interface Reference {
  /** Its address on a gateway at a base address. */
  at(baseUrl: string): string;
}

/** The kinds of samples: a picture that the mock serves, and one with transparent parts. */
export const references: readonly [Reference, ...Reference[]] = [
  { at: (baseUrl) => `${baseUrl}/files/samples/1280x720.png` },
  { at: () => transparentPicture },
];

/** Addresses of hosts that are reserved for examples (RFC 2606). */
const EXAMPLE = /^https?:\/\/(?:[\w-]+\.)*example\.(?:com|net|org)\//;

/** Fields that are not fetched before the answer. */
const NOT_FETCHED = ['webhook'];

/** The request with a sample in place of each address of an example, a page for a PDF. */
export function withSamples(request: JsonObject, sample: Reference, baseUrl: string): JsonObject {
  const change = (value: Json): Json => {
    if (typeof value === 'string') {
      if (!EXAMPLE.test(value)) return value;
      return value.endsWith('.pdf') ? onePage : sample.at(baseUrl);
    }
    if (Array.isArray(value)) return value.map(change);
    return isObject(value) ? mapMembers(value, change) : value;
  };
  return mapMembers(request, (value, name) => (NOT_FETCHED.includes(name) ? value : change(value)));
}

/** Deflated: 512 transparent pixels by 512. */
const transparentPicture = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAgAAAAIACAMAAADDpiTIAAAAA1BMVEVMaXFNx9g6AAAAAXRSTlMAQObYZgAAAAlwSFlzAAAD6AAAA+gBtXtSawAAARVJREFUeNrtwTEBAAAAwqD1T+1pCaAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAOAGAjwAAcmVoFUAAAAASUVORK5CYII=`;

const onePage = `data:application/pdf;base64,${btoa(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>`)}`;
