import fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;

/** Values that fit a schema, or nearly: enough for a judge to say which. References are looked up in `root`. */
export function fromSchema(schema: unknown, root: object, depth = 0): fc.Arbitrary<unknown> {
  if (typeof schema !== 'object' || schema === null || depth > 8) return hostile;
  const found = resolve(schema as Schema, root);
  const { enum: values, const: value, oneOf, anyOf, type } = found;
  if (value !== undefined) return fc.constant(value);
  if (Array.isArray(values)) return fc.constantFrom(...(values as readonly unknown[]));
  const branches = [oneOf, anyOf].find((list) => Array.isArray(list));
  if (Array.isArray(branches)) {
    const { oneOf: _one, anyOf: _any, ...rest } = found;
    const all = branches.map((branch) =>
      fromSchema(merge(rest, resolve(branch as Schema, root)), root, depth + 1),
    );
    return fc.oneof(...all);
  }
  const types = Array.isArray(type) ? type : [type];
  return fc.oneof(...types.map((name) => ofType(String(name), { schema: found, root, depth })));
}

interface Place {
  readonly schema: Schema;
  readonly root: object;
  readonly depth: number;
}

function ofType(type: string, { schema, root, depth }: Place): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numberOf(schema, type);
    case 'string':
      return textOf(schema);
    case 'array':
      return fc.array(fromSchema(schema.items ?? true, root, depth + 1), {
        maxLength: Math.min(4, Number(schema.maxItems ?? 3) + 1),
      });
    case 'object':
      return objectOf({ schema, root, depth });
    default:
      return hostile;
  }
}

function numberOf({ minimum, maximum }: Schema, type: string): fc.Arbitrary<unknown> {
  const [min, max] = [Number(minimum ?? -3), Number(maximum ?? 40)];
  const near = fc.constantFrom(min - 1, min, min + 1, max - 1, max, max + 1, 0);
  const within = type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
  return fc.oneof({ weight: 4, arbitrary: within }, { weight: 1, arbitrary: near });
}

function textOf(schema: Schema): fc.Arbitrary<unknown> {
  const { examples, pattern, maxLength, then, description = '', 'x-extensible-enum': known } = schema;
  if (Array.isArray(known)) {
    const named = fc.constantFrom(...(known as readonly unknown[]));
    return fc.oneof({ weight: 8, arbitrary: named }, { weight: 1, arbitrary: fc.constantFrom(...WORDS) });
  }
  const longest = Reflect.get(Object(then), 'maxLength');
  if (typeof longest === 'number') return fc.constantFrom('boat', ...ADDRESSES, ...addressesAround(longest));
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test('boat')) {
    const [usual = ''] = ADDRESSES;
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant(usual) },
      { weight: 1, arbitrary: fc.constantFrom(...ADDRESSES) },
    );
  }
  if (/\bURL\b|`data:/.test(String(description))) return fc.constantFrom('boat', ...ADDRESSES);
  const shown = Array.isArray(examples) ? (examples as readonly unknown[]) : [];
  const long =
    maxLength === undefined ? [] : ['x'.repeat(Number(maxLength)), 'x'.repeat(Number(maxLength) + 1)];
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('boat', ...shown) },
    { weight: 2, arbitrary: fc.constantFrom(...WORDS, ...long) },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  );
}

function objectOf({ schema, root, depth }: Place): fc.Arbitrary<unknown> {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const { required: usual }: Schema = Object(schema.else);
  const entries = Object.entries(Object(schema.properties)).filter(([, member]) => !isForbidden(member));
  const members = Object.fromEntries(
    entries.map(([name, member]) => {
      const value = fromSchema(member, root, depth + 1);
      const freq = Array.isArray(usual) && usual.includes(name) ? 5 : 2;
      return [name, required.includes(name) ? value : fc.option(value, { nil: undefined, freq })];
    }),
  );
  return fc.record(members).map((object) => JSON.parse(JSON.stringify(object)) as unknown);
}

/** Whether nothing fits: `false` in the contract, `not` anything where it is published. */
export function isForbidden(member: unknown): boolean {
  return member === false || JSON.stringify(Reflect.get(Object(member), 'not')) === '{}';
}

/** URLs and data of exactly that many characters, and of one more. */
function addressesAround(length: number): readonly string[] {
  return ADDRESSES.flatMap((address) => [address.padEnd(length, 'a'), address.padEnd(length + 1, 'a')]);
}

const ADDRESSES = [
  'https://images.example.net/boat.png',
  'HTTP://images.example.net/boat.png',
  'ftp://images.example.net/boat.png',
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/PNG;base64,iVBORw0KGgo=',
  'data:text/plain,boat',
  'data:application/pdf;base64,JVBERi0x',
  'DATA:Application/PDF;Base64,JVBERi0x',
  'data:application/pdf;name=boat.pdf;base64,JVBERi0x',
  'data:image/png;base64,JVBERi0x',
  'JVBERi0x',
  'https://images.example.net/boat.PDF?page=1',
  `https://images.example.net/${'a'.repeat(5000)}.pdf`,
  `data:image/png;base64,${'A'.repeat(5000)}`,
  `data:image/png;base64,JVBERi${'A'.repeat(5000)}`,
  `data:${'a'.repeat(90)};base64,JVBERi${'A'.repeat(5000)}`,
  `data:${'a'.repeat(100)};base64,JVBERi${'A'.repeat(5000)}`,
  `data:application/pdf;base64,JVBERi${'A'.repeat(5000)}`,
  'files/boat.pdf#1',
  'fileid://boat',
];

const WORDS = [
  '',
  ' ',
  'boat',
  'auto',
  '1K',
  '2k',
  '16:9',
  '16x9',
  '9:21',
  '1024x1024',
  '511x1024',
  '512x2048',
  '2049x512',
  '01024x1024',
  '1024X1024',
  '1312×736',
  '959x960',
  '8601x538',
  '9x21',
  'png',
  'JPEG',
  'true',
  '5',
];

/** Any JSON value, and values that are often mistaken for something else. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, false, 0, -0, 1, -1, 1.5, 1e21, 2 ** 53, -(2 ** 53), 1e308, 5e-324],
    ...['', 'null', '__proto__', 'x'.repeat(5001), '\u{1F6A3}'.repeat(20), '\r\n', '\u2028'],
    ...[[], {}, [[]], [null], [[], {}], { type: null }, { length: 2 }, { toString: 1 }],
  ),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(...WORDS, ...ADDRESSES),
);

/** One change of a body, at a position counted from its beginning. */
export interface Change {
  readonly kind: 'replace' | 'remove' | 'wrap' | 'quote' | 'add' | 'repeat' | 'shift';
  readonly at: number;
  readonly value: unknown;
  readonly name: string;
}

/** Changes, some of which use the names of a schema. */
export function changes(names: readonly string[]): fc.Arbitrary<readonly Change[]> {
  const kind = fc.constantFrom('replace', 'remove', 'wrap', 'quote', 'add', 'repeat', 'shift');
  const name = fc.oneof(
    fc.constantFrom(...names, 'promt', 'constructor', '__proto__', 'x'),
    fc.string({ maxLength: 4 }),
  );
  const change = fc.record({ kind, at: fc.nat(200), value: hostile, name }) as fc.Arbitrary<Change>; // of these kinds
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 5, arbitrary: fc.array(change, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(change, { maxLength: 3 }) },
  );
}

/** The body with the changes applied in order. */
export function applyChanges(body: unknown, list: readonly Change[]): unknown {
  return list.reduce<unknown>((changed, change) => {
    const places = countPlaces(changed);
    return places === 0 ? changed : changeAt(changed, { left: change.at % places }, change);
  }, body);
}

function countPlaces(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, member: unknown) => sum + 1 + countPlaces(member), 0);
}

function changeAt(value: unknown, counter: { left: number }, change: Change): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value) as readonly (readonly [string, unknown])[]) {
    const isHere = counter.left === 0;
    counter.left -= 1;
    if (!isHere) entries.push([name, changeAt(member, counter, change)]);
    else entries.push(...changed(name, member, change));
  }
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}

function changed(name: string, member: unknown, { kind, value, name: other }: Change): [string, unknown][] {
  switch (kind) {
    case 'remove':
      return [];
    case 'wrap':
      return [[name, [member]]];
    case 'quote':
      return [[name, typeof member === 'string' ? member.toUpperCase() : (JSON.stringify(member) ?? '')]];
    case 'add':
      return [
        [name, member],
        [other, value],
      ];
    case 'repeat':
      return [
        [name, Array.isArray(member) ? [...member, ...member, ...member, ...member] : [member, member]],
      ];
    case 'shift':
      return [
        [name, typeof member === 'number' ? member + (member > 1 ? 1 : -1) : ` ${JSON.stringify(member)}`],
      ];
    case 'replace':
      return [[name, value]];
  }
}

function resolve(schema: Schema, root: object): Schema {
  const { $ref, ...rest } = schema;
  if (typeof $ref !== 'string') return schema;
  const names = $ref.slice(2).split('/');
  const target: unknown = names.reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), root);
  return merge(resolve(Object(target) as Schema, root), rest);
}

function merge(left: Schema, right: Schema): Schema {
  return {
    ...left,
    ...right,
    ...(left.properties || right.properties
      ? { properties: { ...Object(left.properties), ...Object(right.properties) } }
      : {}),
  };
}
