const SIZES: Readonly<Record<string, string>> = { letter: '0 0 612 792', a4: '0 0 595 842' };

/** A small valid PDF whose pages take turns in the sizes of a list such as `letter-a4`: names, or points such as `500x700`. */
export function drawPdf(pages: number, size: string): Uint8Array {
  const boxes = size.split('-').map(boxOf);
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    ...kids.map((_, index) => `<< /Type /Page /Parent 2 0 R /MediaBox [${boxes[index % boxes.length]}] >>`),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

function boxOf(size: string): string {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size) ?? [];
  return width && height ? `0 0 ${width} ${height}` : (SIZES[size] ?? SIZES.letter ?? '');
}
