import { expect, test } from 'vitest';
import { readJsonPlaces } from '../../../scripts/contract/json-text.ts';
import { createLocator, locateOffset } from '../../../scripts/contract/locate.ts';

const mistakes: readonly (readonly [string, { given: string; want: string }])[] = [
  [
    'a comma before the end of an object',
    { given: '{\n  "a": 1,\n}', want: '2:9 the comma before "}" is one too many: remove it' },
  ],
  [
    'a comma before the end of a list',
    { given: '{ "a": [1, 2,] }', want: '1:13 the comma before "]" is one too many: remove it' },
  ],
  [
    'a missing comma',
    { given: '{\n  "a": 1\n  "b": 2\n}', want: '3:3 a comma or "}" is missing before "b"' },
  ],
  ['a missing colon', { given: '{ "a" 1 }', want: '1:7 a colon is missing after "a"' }],
  ['a name without quotes', { given: '{ a: 1 }', want: '1:3 a name in double quotes is missing before "a"' }],
  ['single quotes', { given: "{ 'a': 1 }", want: '1:3 a name in double quotes is missing before "\'a\'"' }],
  [
    'a text without quotes',
    {
      given: '{ "a": 1K }',
      want: '1:8 a value is missing before "1K": a string stands in double quotes, a number is written like 0.5',
    },
  ],
  [
    'a number without a zero',
    {
      given: '{ "a": .5 }',
      want: '1:8 a value is missing before ".5": a string stands in double quotes, a number is written like 0.5',
    },
  ],
  [
    'a text without an end',
    { given: '{ "a": "b\n}', want: '1:8 the double quote at the end of this string is missing' },
  ],
  [
    'a tab inside a text',
    {
      given: '{ "a": "b\tc" }',
      want: '1:8 this string holds a character that JSON writes otherwise: a tab as \\t, a backslash as \\\\',
    },
  ],
  [
    'a comment',
    {
      given: '{\n  // why\n  "a": 1\n}',
      want: '2:3 JSON has no comments: remove it, or say it in "description"',
    },
  ],
  [
    'an object that is not closed',
    {
      given: '{\n  "a": {\n    "b": 1\n',
      want: '4:1 the file ends before the "{" of line 2 is closed: add "}"',
    },
  ],
  [
    'a list that is not closed',
    { given: '{ "a": [1', want: '1:10 the file ends before the "[" of line 1 is closed: add "]"' },
  ],
  ['a file that goes on', { given: '{ "a": 1 } }', want: '1:12 the file goes on after its end: remove "}"' }],
  [
    'a member that stands twice',
    {
      given: '{ "a": 1, "b": { "a": 1 }, "a": 2 }',
      want: '1:28 "a" stands twice in this object: remove one of them',
    },
  ],
  ['an empty file', { given: '', want: '1:1 the file is empty' }],
];

test.each(mistakes)('reports %s with its position', (_name, { given, want }) => {
  const faults = readJsonPlaces(given).faults.map(({ offset, message }) => {
    const { line, column } = locateOffset(given, offset);
    return `${line}:${column} ${message}`;
  });
  expect(faults).toEqual([want]);
});

test('accepts every form of JSON', () => {
  const text = ' {"a":[],"b":{},"c":[1,-0.5e+3,true,false,null,"\\u00e4\\n\\"x"],"":{"a/b":1}}\n';
  expect(readJsonPlaces(text).faults).toEqual([]);
});

test('finds the line and column of a member, an entry, and the nearest that exists', () => {
  const locate = createLocator('{\n  "a/b": [\n    { "c": 1 },\n    { "d": "x" }\n  ]\n}\n');
  expect(locate('')).toEqual({ line: 1, column: 1 });
  expect(locate('/a~1b')).toEqual({ line: 2, column: 3 });
  expect(locate('/a~1b/1')).toEqual({ line: 4, column: 5 });
  expect(locate('/a~1b/1/d')).toEqual({ line: 4, column: 7 });
  expect(locate('/a~1b/1/e/f')).toEqual({ line: 4, column: 5 });
});

test('finds members of a YAML text', () => {
  const locate = createLocator('one:\n  two:\n    - three\n    - four: 4\n');
  expect(locate('/one/two/1/four')).toEqual({ line: 4, column: 7 });
  expect(locate('/one/none')).toEqual({ line: 1, column: 1 });
});
