import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBreaches } from './find-breaches.ts';

const root = join(import.meta.dirname, '..', '..');

test('every file imports only what its folder may import', () => {
  const files = globSync('{src,scripts,site,generated,test,examples}/**/*.{ts,js}', { cwd: root }).map(
    (file) => file.replaceAll('\\', '/'),
  );
  expect(files.length).toBeGreaterThan(100);
  const breaches = files.flatMap((file) => findBreaches(file, readFileSync(join(root, file), 'utf8')));
  expect(breaches.sort()).toEqual([]);
});

test.each<[string, { given: readonly [path: string, text: string]; want: string }]>([
  [
    'scripts do not know src',
    {
      given: ['scripts/a.ts', "import '../src/contract/validate.ts';"],
      want: 'imports src/contract/validate.ts',
    },
  ],
  [
    'scripts do not know generated',
    {
      given: ['scripts/emit/a.ts', "export * from '../../generated/errors.ts';"],
      want: 'imports generated/errors.ts',
    },
  ],
  [
    'generated files stand alone',
    { given: ['generated/a.ts', "import { z } from 'zod';"], want: 'imports zod' },
  ],
  [
    'the contract knows no gateway',
    {
      given: ['src/contract/a.ts', "import type { A } from '../gateway/exchange.ts';"],
      want: 'imports src/gateway/exchange.ts',
    },
  ],
  [
    'CEL is compiled in one file',
    {
      given: ['src/contract/price.ts', "import { parse } from '@marcbachmann/cel-js';"],
      want: 'imports @marcbachmann/cel-js',
    },
  ],
  ['the client runs anywhere', { given: ['src/client/a.ts', "import 'node:fs';"], want: 'imports node:fs' }],
  [
    'the client takes little of the contract',
    {
      given: ['src/client/a.ts', "import '../contract/sizes/size.ts';"],
      want: 'imports src/contract/sizes/size.ts',
    },
  ],
  [
    'the gateway knows no adapter',
    {
      given: ['src/gateway/a.ts', "import '../adapters/store/memory/memory-store.ts';"],
      want: 'imports src/adapters/store/memory/memory-store.ts',
    },
  ],
  [
    'a dynamic import counts',
    { given: ['src/gateway/tasks/a.ts', "await import('sharp');"], want: 'imports sharp' },
  ],
  [
    'a shell knows no operation table',
    { given: ['src/http/a.ts', "import '../mock/create-mock.ts';"], want: 'imports src/mock/create-mock.ts' },
  ],
  [
    'a shell has one framework',
    {
      given: ['src/http/a.ts', "import 'hono'; import 'fastify';"],
      want: 'imports several packages: hono, fastify',
    },
  ],
  [
    'an adapter knows no other',
    {
      given: ['src/adapters/queue/a.ts', "import '../clock/system-clock.ts';"],
      want: 'imports src/adapters/clock/system-clock.ts',
    },
  ],
  [
    'an adapter knows no operation',
    {
      given: ['src/adapters/queue/a.ts', "import '../../gateway/tasks/finish-task.ts';"],
      want: 'imports src/gateway/tasks/finish-task.ts',
    },
  ],
  [
    'an adapter has one package',
    {
      given: ['src/adapters/media/a.ts', "import 'sharp'; import 'mediabunny';"],
      want: 'imports several packages: sharp, mediabunny',
    },
  ],
  [
    'samples have one door',
    {
      given: ['src/mock/a.ts', "import '../sample-media/render-clip.ts';"],
      want: 'imports src/sample-media/render-clip.ts past src/sample-media/sample-media.ts',
    },
  ],
  [
    'samples have one door for tests of others',
    {
      given: ['test/gateway/a.test.ts', "import '../../src/sample-media/render-clip.ts';"],
      want: 'imports src/sample-media/render-clip.ts past src/sample-media/sample-media.ts',
    },
  ],
  [
    'samples know no adapter',
    {
      given: ['src/sample-media/a.ts', "import '../adapters/media/containers/list-boxes.ts';"],
      want: 'imports src/adapters/media/containers/list-boxes.ts',
    },
  ],
  [
    'the conformance runner shares no code',
    {
      given: ['src/conformance/a.ts', "import '../contract/validate.ts';"],
      want: 'imports src/contract/validate.ts',
    },
  ],
  [
    'nobody imports the command line',
    { given: ['src/node/a.ts', "import '../cli/welcome.ts';"], want: 'imports src/cli/welcome.ts' },
  ],
  ['a folder without a row is refused', { given: ['src/utils/a.ts', ''], want: 'no rule for it' }],
  [
    'paths name their extension',
    { given: ['src/cli/a.ts', "import './welcome';"], want: 'imports ./welcome without an extension' },
  ],
  [
    'time is a port',
    { given: ['src/gateway/a.ts', 'const now = Date.now();'], want: 'uses Date.now: it is a port' },
  ],
  [
    'dates are a port',
    { given: ['src/contract/a.ts', 'const now = new Date();'], want: 'uses new Date: it is a port' },
  ],
  [
    'chance is a port',
    { given: ['src/contract/a.ts', 'const die = Math.random();'], want: 'uses Math.random: it is a port' },
  ],
  [
    'waiting is a port',
    { given: ['src/gateway/a.ts', 'setTimeout(() => {}, 1);'], want: 'uses setTimeout: it is a port' },
  ],
  [
    'repeating is a port',
    { given: ['src/gateway/a.ts', 'setInterval(() => {}, 1);'], want: 'uses setInterval: it is a port' },
  ],
  [
    'the network is a port',
    { given: ['src/gateway/a.ts', "await fetch('https://a.example');"], want: 'uses fetch: it is a port' },
  ],
  [
    'settings are passed in',
    { given: ['src/gateway/a.ts', 'const key = process.env.KEY;'], want: 'uses process.env: it is a port' },
  ],
  [
    'a file of 301 lines is too long',
    { given: ['src/http/a.ts', '\n'.repeat(301)], want: 'has 301 lines, more than 300' },
  ],
])('%s', (_name, { given: [path, text], want }) => {
  expect(findBreaches(path, text)).toContain(`${path}: ${want}`);
});

test('comments, strings, types and methods of the same name are not a breach', () => {
  const text =
    "// Date.now() and new Date()\nconst text = 'setTimeout(';\ninterface Port { fetch(): void }\nports.fetcher.fetch(text);";
  expect(findBreaches('src/gateway/a.ts', text)).toEqual([]);
});
