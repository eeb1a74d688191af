import type { Box } from './list-boxes.ts';

/** Which properties (1-based positions in `ipco`) belong to the primary item; empty when the file does not say. */
export function findHeifPrimary(
  view: DataView,
  { items, properties }: { readonly items: readonly Box[]; readonly properties: readonly Box[] },
): readonly number[] {
  const primary = items.find((box) => box.type === 'pitm');
  if (primary === undefined) return [];
  const id =
    view.getUint8(primary.data) === 0 ? view.getUint16(primary.data + 4) : view.getUint32(primary.data + 4);
  return properties.filter((box) => box.type === 'ipma').flatMap((box) => readAssociations(view, box, id));
}

function readAssociations(view: DataView, box: Box, id: number): readonly number[] {
  const wideIds = view.getUint8(box.data) !== 0;
  const wideIndexes = (view.getUint8(box.data + 3) & 1) === 1;
  const count = view.getUint32(box.data + 4);
  const step = wideIndexes ? 2 : 1;
  let at = box.data + 8;
  for (let index = 0; index < count && at < box.end; index += 1) {
    const item = wideIds ? view.getUint32(at) : view.getUint16(at);
    at += wideIds ? 4 : 2;
    const length = view.getUint8(at);
    at += 1;
    // The highest bit only says that a reader must understand the property.
    const read = (n: number) =>
      wideIndexes ? view.getUint16(at + n * 2) & 0x7fff : view.getUint8(at + n) & 0x7f;
    if (item === id) return Array.from({ length }, (_, n) => read(n));
    at += length * step;
  }
  return [];
}
