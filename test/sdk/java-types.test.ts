import { expect, test } from 'vitest';
import type { Json } from '../../scripts/contract/contract.ts';
import { listJavaRecords } from '../../scripts/sdk/java/java-types.ts';
import { toDocText } from '../../scripts/sdk/java/javadoc.ts';
import { recordSource } from '../../scripts/sdk/java/record-source.ts';

const member = (properties: Json) => recordsOf({ Thing: { properties } })[0]?.members ?? [];

function recordsOf(schemas: Readonly<Record<string, Json>>) {
  return listJavaRecords({ paths: {}, components: { schemas } });
}

test('members get names that Java allows, once each', () => {
  const keys = ['image_urls', 'class', 'wait', '2d', 'a-b', 'a_b', 'x.y z'];
  const properties = Object.fromEntries(keys.map((key) => [key, {}]));
  expect(
    member(properties)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['imageUrls', '_class', '_wait', '_2d', 'aB', '_aB', 'xYZ'].toSorted());
});

test.each([
  [{ type: 'integer' }, 'Long'],
  [{ type: ['string', 'null'] }, 'String'],
  [{ type: 'array', items: { type: 'array', items: { type: 'number' } } }, 'List<List<Double>>'],
  [{ type: 'array', items: { properties: {} } }, 'List<ThingFieldItem>'],
  [{ properties: { a: { type: 'boolean' } } }, 'ThingField'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'Map<String, Double>'],
  [{ type: 'object', additionalProperties: true }, 'Map<String, Object>'],
  [{ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }, 'TextOr<List<String>>'],
  [{ oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] }, 'Object'],
  [{ oneOf: [{ type: 'number' }, { type: 'boolean' }] }, 'Object'],
  [{}, 'Object'],
])('the type of %j is %s', (field, type) => {
  const record = recordsOf({ Thing: { properties: { field } } }).find(({ name }) => name === 'Thing');
  expect(record?.members[0]?.type).toBe(type);
});

test('a schema does not hide a type that generated sources use', () => {
  const list = { $ref: '#/components/schemas/List' };
  const records = recordsOf({ List: { properties: {} }, Thing: { properties: { list } } });
  expect(records.map(({ name }) => name)).toEqual(['ListModel', 'Thing']);
  expect(records[1]?.members[0]?.type).toBe('ListModel');
});

test('values of a member are in its documentation', () => {
  const [only, some, numbers] = member({
    only: { type: 'string', enum: ['one'] },
    some: { type: 'string', enum: ['1K', '2K'] },
    numbers: { type: 'integer', enum: [1, 2] },
  });
  expect([only?.constant, only?.values]).toEqual(['one', []]);
  expect([some?.constant, some?.values]).toEqual([undefined, ['1K', '2K']]);
  expect(numbers?.values).toEqual(['1', '2']);
});

test.each([
  ['**Never** `a < b`, a < b & c', '<b>Never</b> {@code a < b}, a &lt; b &amp; c'],
  ['`{"a": 1}` and `C:\\u`', '<code>{"a": 1}</code> and <code>C:&#92;u</code>'],
  ['ends */ here @see x', 'ends *&#47; here &#64;see x'],
  ['one\n\ntwo', 'one\n<p>two'],
])('documentation: %j', (markdown, text) => expect(toDocText(markdown)).toBe(text));

test('a record without collections has no constructor of its own', () => {
  const [record] = recordsOf({ Thing: { description: 'A thing.', properties: { id: { type: 'string' } } } });
  if (!record) throw new Error('no record');
  expect(recordSource(record, [])).toContain(`/**
 * A thing.
 *
 * @param id the member {@code id}. May be null.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Thing(
    @JsonProperty("id") String id) {}
`);
});
