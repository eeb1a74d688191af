/** The sides of a page in points, and what turns or scales it. */
export interface PdfPage {
  readonly width: number;
  readonly height: number;
  readonly rotate?: number;
  /** Points of the page in a unit of its sides. */
  readonly userUnit?: number;
}

/** Letter and A4, upright. */
export const LETTER: PdfPage = { width: 612, height: 792 };
export const A4: PdfPage = { width: 595, height: 842 };

/** A PDF file of blank pages, with a valid cross-reference table. */
export function pdfFile(pages: readonly PdfPage[]): Uint8Array {
  const kids = pages.map((_page, index) => `${index + 3} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...pages.map(
      ({ width, height, rotate = 0, userUnit = 1 }) =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} /UserUnit ${userUnit} >>`,
    ),
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  text += offsets.map((offset) => `${offset} 00000 n \n`).join('');
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}

/** A PDF file as a data URI. */
export function pdfUri(pages: readonly PdfPage[]): string {
  return `data:application/pdf;base64,${Buffer.from(pdfFile(pages)).toString('base64')}`;
}
