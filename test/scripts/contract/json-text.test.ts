import { expect, test } from 'vitest';
import { readJsonPlaces } from '../../../scripts/contract/files/json-text.ts';
import { createLocator, locateOffset } from '../../../scripts/contract/files/locate.ts';

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
  ['a name without quotes', { given: '{ a: 1 }', want: '1:3 a name must be in double quotes: write "a"' }],
  ['single quotes', { given: "{ 'a': 1 }", want: '1:3 a name must be in double quotes: write "a"' }],
  [
    'a text without quotes',
    {
      given: '{ "a": 1K }',
      want: '1:8 a string must be in double quotes: write "1K"',
    },
  ],
  [
    'a number without a zero',
    {
      given: '{ "a": .5 }',
      want: '1:8 ".5" is not a JSON number: write 0.5',
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
      want: '1:8 this string contains a character that must be escaped in JSON: a tab as \\t, a backslash as \\\\',
    },
  ],
  [
    'a comment',
    {
      given: '{\n  // why\n  "a": 1\n}',
      want: '2:3 JSON has no comments: remove it, or say it in "$comment"',
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
  [
    'a file that goes on',
    { given: '{ "a": 1 } }', want: '1:12 the file continues after its end: remove "}"' },
  ],
  [
    'a member that stands twice',
    {
      given: '{ "a": 1, "b": { "a": 1 }, "a": 2 }',
      want: '1:28 "a" occurs twice in this object: remove one of them',
    },
  ],
  ['curly quotes', { given: '{ “a”: 1 }', want: '1:3 a name must be in double quotes: write "a"' }],
  [
    'a value in curly quotes',
    { given: '{ "a": “b” }', want: '1:8 a string must be in double quotes: write "b"' },
  ],
  [
    'a date',
    { given: '{ "a": 2026-11-20 }', want: '1:8 a string must be in double quotes: write "2026-11-20"' },
  ],
  ['a yes', { given: '{ "a": yes }', want: '1:8 a JSON boolean is true or false: write true' }],
  ['a capital', { given: '{ "a": False }', want: '1:8 a JSON boolean is true or false: write false' }],
  ['nothing', { given: '{ "a": None }', want: '1:8 write null, or remove the member' }],
  [
    'an anchor',
    { given: '{ "a": &b 1 }', want: '1:8 JSON has no anchors and aliases: write the value itself' },
  ],
  ['a leading zero', { given: '{ "a": 012 }', want: '1:8 "012" is not a JSON number: write 12' }],
  ['an underscore', { given: '{ "a": 1_000 }', want: '1:8 "1_000" is not a JSON number: write 1000' }],
  [
    'thousands',
    {
      given: '{ "a": 1,000 }',
      want: '1:10 a name is missing before "000"; a number is written without commas',
    },
  ],
  ['a huge number', { given: '{ "a": 1e400 }', want: '1:8 the number 1e400 is too large to be exact' }],
  [
    'digits that get lost',
    { given: '{ "a": 9007199254740993 }', want: '1:8 the number 9007199254740993 is too large to be exact' },
  ],
  [
    'negative digits that get lost',
    {
      given: '{ "a": -9007199254740993 }',
      want: '1:8 the number -9007199254740993 is too large to be exact',
    },
  ],
  ['two commas', { given: '{ "a": 1,, "b": 2 }', want: '1:10 this comma is one too many: remove it' }],
  ['a comma first', { given: '[,"a"]', want: '1:2 a value is missing before ","' }],
  ['no value', { given: '{ "a": , "b": 1 }', want: '1:8 a value is missing before ","' }],
  [
    'a quote in the wrong place',
    { given: '{\n  "a: "b"\n}', want: '2:3 the double quote after "a" is missing' },
  ],
  [
    'a character that nobody sees',
    { given: '{\n\u00A0 "a": 1 }', want: '2:1 an invisible character (U+00A0) is here: remove it' },
  ],
  [
    'a conflict',
    { given: '{\n<<<<<<< HEAD\n  "a": 1\n}', want: '2:1 a merge conflict is not resolved here' },
  ],
  [
    'an object whose end is missing',
    {
      given: '{\n  "a": {\n    "b": 1\n  "c": 2\n}',
      want: '4:3 the "{" of line 2 is not closed: a "}" is missing before "c"',
    },
  ],
  [
    'the same with a comma',
    {
      given: '{\n  "a": {\n    "b": 1,\n  "c": 2\n}\n',
      want: '4:3 the "{" of line 2 is not closed: a "}" is missing before "c"',
    },
  ],
  [
    'a list whose end is missing',
    {
      given: '{ "a": ["b", "c": 1 }',
      want: '1:17 a "]" is missing before this member: the list is not closed',
    },
  ],
  [
    'an object with two ends',
    {
      given: '{\n  "a": {}},\n  "b": 1\n}',
      want: '2:11 the file ends before ",": a "}" above is one too many',
    },
  ],
  [
    'two texts',
    {
      given: '{ "a": 1 }\n---\n{}',
      want: '2:1 the file continues after its end: remove "---" and what follows',
    },
  ],
  ['YAML', { given: 'a: 1\n', want: '1:1 the file is JSON, so it must begin with "{"' }],
  ['an empty file', { given: '', want: '1:1 the file is empty' }],
];

test.each(mistakes)('reports %s with its position', (_name, { given, want }) => {
  const faults = readJsonPlaces(given).faults.map(({ offset, message }) => {
    const { line, column } = locateOffset(given, offset);
    return `${line}:${column} ${message}`;
  });
  expect(faults).toEqual([want]);
});

test.each([
  ['objects', '{"a":', '}'],
  ['lists', '[', ']'],
])('reports %s that are nested too deeply, however deep they are', (_name, open, close) => {
  const nest = (levels: number) => readJsonPlaces(`${open.repeat(levels)}0${close.repeat(levels)}`).faults;
  expect(nest(200)).toEqual([]);
  const fault = {
    offset: 200 * open.length,
    message: 'nested too deeply: a file may have at most 200 levels',
  };
  expect(nest(201)).toEqual([fault]);
  expect(nest(100_000)).toEqual([fault]);
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
