import { expect, test } from 'vitest';
import { readDocsOptions } from '../../src/cli/docs/docs-options.ts';

const build = { out: 'site', models: undefined, title: 'gatewright', url: undefined };

test.each<[string, { given: readonly string[]; want: unknown }]>([
  ['help', { given: ['--help', '--port', '1'], want: { kind: 'help' } }],
  ['a folder to write', { given: ['--out', 'site'], want: { kind: 'build', build, port: undefined } }],
  [
    'a site of its own models, with a title',
    {
      given: ['--out', 'site', '--models', 'models', '--title', 'Paper'],
      want: { kind: 'build', build: { ...build, models: 'models', title: 'Paper' }, port: undefined },
    },
  ],
  [
    'a temporary folder at a free port',
    { given: ['--serve'], want: { kind: 'build', build: { ...build, out: undefined }, port: 0 } },
  ],
  [
    'a folder to write and to serve',
    { given: ['--serve', '--out', 'site', '--port', '65535'], want: { kind: 'build', build, port: 65_535 } },
  ],
  ['a folder at a free port', { given: ['--serve', 'a'], want: { kind: 'serve', folder: 'a', port: 0 } }],
  [
    'a folder at a port',
    { given: ['--serve', 'a', '--port', '8000'], want: { kind: 'serve', folder: 'a', port: 8000 } },
  ],
])('docs reads %s', (_name, { given, want }) => {
  expect(readDocsOptions(given)).toEqual(want);
});

test.each([
  ['https://docs.example.com', 'https://docs.example.com/'],
  ['https://docs.example.com/', 'https://docs.example.com/'],
  ['http://example.com:8080/paper', 'http://example.com:8080/paper/'],
  ['https://example.com/paper/?page=1#top', 'https://example.com/paper/'],
])('the address %s of a site is %s', (given, url) => {
  expect(readDocsOptions(['--out', 'site', '--url', given])).toMatchObject({ build: { url } });
});

test.each(['out', 'models', 'title', 'url'])('--%s is refused for a site that is there', (name) => {
  expect(() => readDocsOptions(['--serve', 'a', `--${name}`, 'https://example.com/'])).toThrow(
    `--${name} is for a new site, and a is served as it is.`,
  );
});
