import { constants, deflateRawSync, deflateSync } from 'node:zlib';

const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const ROOT = '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n';

/** A file without a cross-reference table: a reader looks for its objects. */
function withoutTable(objects: string, trailer = '<< /Root 1 0 R >>'): Uint8Array {
  return latin1(`%PDF-1.7\n${ROOT}${objects}trailer\n${trailer}\n%%EOF\n`);
}

/** That many megabytes of zeros, compressed; built from repeated parts, so that the zeros never exist in memory. */
function zerosDeflated(megabytes: number): Buffer {
  const part = deflateRawSync(Buffer.alloc(2 ** 20), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const parts = Array.from({ length: megabytes }, () => part);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...parts, Buffer.from([0x03, 0x00, 0, 0, 0, 0])]);
}

/** A cross-reference stream with two filters that inflates to that many megabytes: two kilobytes become a gigabyte. */
export function crossReferenceBomb(megabytes: number): Uint8Array {
  const data = deflateSync(zerosDeflated(megabytes), { level: 9 });
  const head = '%PDF-1.7\n';
  const entries = Math.floor((megabytes * 2 ** 20) / 4);
  const dictionary = [
    `<< /Type /XRef /Size ${entries} /W [1 2 1] /Root 1 0 R /Length ${data.length}`,
    '/Filter [/FlateDecode /FlateDecode] >>',
  ].join(' ');
  return Buffer.concat([
    latin1(`${head}${ROOT}`),
    latin1(`3 0 obj\n${dictionary}\nstream\n`),
    data,
    latin1(`\nendstream\nendobj\nstartxref\n${head.length + ROOT.length}\n%%EOF\n`),
  ]);
}

/** A page tree in an object stream that inflates to that many megabytes. */
export function objectStreamBomb(megabytes: number): Uint8Array {
  const data = deflateSync(zerosDeflated(megabytes), { level: 9 });
  const filters = `/Filter [/FlateDecode /FlateDecode] /Length ${data.length}`;
  const head = latin1(`%PDF-1.7\n${ROOT}`);
  const objects = Buffer.concat([
    latin1(`3 0 obj\n<< /Type /ObjStm /N 1 /First ${megabytes * 2 ** 20 - 1} ${filters} >>\nstream\n`),
    data,
    latin1('\nendstream\nendobj\n'),
  ]);
  // Object 1 follows the header, object 2 is in the stream that is object 3, and object 4 is this table.
  const place = head.length + objects.length;
  const entries = [
    [0, 0, 255],
    [1, 9, 0],
    [2, 3, 0],
    [1, head.length, 0],
    [1, place, 0],
  ].flatMap(([kind = 0, where = 0, rest = 0]) => [kind, where >> 8, where & 255, rest]);
  const table = `4 0 obj\n<< /Type /XRef /Size 5 /W [1 2 1] /Root 1 0 R /Length ${entries.length} >>\nstream\n`;
  return Buffer.concat([
    head,
    objects,
    latin1(table),
    Uint8Array.from(entries),
    latin1(`\nendstream\nendobj\nstartxref\n${place}\n%%EOF\n`),
  ]);
}

/** Objects that each begin an unterminated string, in a file without a table: it is read to its end again and again. */
export const endlessFile = unfinished('( ', 10_000);

/** Such files, by what they begin with. */
export const quadraticFiles: readonly (readonly [string, Uint8Array])[] = [
  ['unfinished dictionaries', unfinished('<< /Length 1 >> stream\n', 20_000)],
  ['unfinished texts', endlessFile],
  ['unfinished arrays', unfinished('[ ', 10_000)],
];

function unfinished(begin: string, count: number): Uint8Array {
  const objects = Array.from({ length: count }, (_, index) => `${index + 3} 0 obj\n${begin}\n`);
  return withoutTable(objects.join(''));
}

/** A page tree of that many levels. */
export function deepPageTree(levels: number): Uint8Array {
  const nodes = Array.from(
    { length: levels },
    (_, index) => `${index + 2} 0 obj\n<< /Type /Pages /Count 1 /Kids [${index + 3} 0 R] >>\nendobj\n`,
  );
  return withoutTable(
    `${nodes.join('')}${levels + 2} 0 obj\n<< /Type /Page /MediaBox [0 0 612 792] >>\nendobj\n`,
  );
}

/** A page tree whose only child is itself. */
export const cyclicPageTree = withoutTable('2 0 obj\n<< /Type /Pages /Count 3 /Kids [2 0 R] >>\nendobj\n');

/** Two nodes of a page tree that are each other's children, many times over. */
export const bushyPageTree = withoutTable(
  [2, 3]
    .map(
      (number) =>
        `${number} 0 obj\n<< /Type /Pages /Count 400 /Kids [${`${5 - number} 0 R `.repeat(400)}] >>\nendobj\n`,
    )
    .join(''),
);

/** A page tree that declares pages, and has none. */
export function emptyPageTree(count: string): Uint8Array {
  return withoutTable(`2 0 obj\n<< /Type /Pages /Count ${count} /Kids [] >>\nendobj\n`);
}

/** A number that refers to itself where the parser expects a box. */
export const cyclicBox = withoutTable(
  '2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n' +
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox 4 0 R >>\nendobj\n4 0 obj\n4 0 R\nendobj\n',
);

/** A page whose parents are each other's. */
export const cyclicParents = withoutTable(
  '2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] /Parent 3 0 R >>\nendobj\n' +
    '3 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj\n',
);

/** Arrays inside each other, as deep as the file is long. */
export function nestedArrays(depth: number): Uint8Array {
  return withoutTable(`2 0 obj\n${'['.repeat(depth)}\nendobj\n`);
}

/** A file that needs a password. */
export const lockedFile = withoutTable(
  '2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n' +
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>\nendobj\n' +
    `4 0 obj\n<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>\nendobj\n`,
  `<< /Root 1 0 R /Encrypt 4 0 R /ID [<${'43'.repeat(16)}> <${'43'.repeat(16)}>] >>`,
);
