import { drawMedia, parseMedia } from './draw-media.ts';
import { drawPdf } from './draw-pdf.ts';

/** The content of a reference image or a PDF file. */
export interface ReferenceFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A reference image such as `640x480.png`, or a PDF such as `2-pages-a4.pdf`. Throws when the name is neither. */
export async function drawReference(name: string): Promise<ReferenceFile> {
  const [, pages, size = ''] = /^(\d+)-pages-([a-z0-9-]+)\.pdf$/.exec(name) ?? [];
  if (pages !== undefined) return { type: 'application/pdf', bytes: drawPdf(Number(pages), size) };
  return { type: `image/${parseMedia(name).format}`, bytes: await drawMedia(name) };
}

/** A reference file as a data URI. */
export async function toDataUri(name: string): Promise<string> {
  const { type, bytes } = await drawReference(name);
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}
