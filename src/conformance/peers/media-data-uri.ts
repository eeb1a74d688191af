import { drawMedia, parseMedia } from './draw-media.ts';
import { drawPdf } from './draw-pdf.ts';

const PDF = /^(\d+)-pages-([a-z0-9]+)\.pdf$/;

/** A reference image such as `640x480.png`, or a PDF such as `2-pages-a4.pdf`, as a data URI. Throws when the name is neither. */
export async function toDataUri(name: string): Promise<string> {
  const [, pages, size = ''] = PDF.exec(name) ?? [];
  if (pages !== undefined) return encode('application/pdf', drawPdf(Number(pages), size));
  return encode(`image/${parseMedia(name).format}`, await drawMedia(name));
}

function encode(type: string, bytes: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}
