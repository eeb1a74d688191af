import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ConformOptions } from '../../src/conformance/conform-options.ts';
import { readTarget } from '../../src/conformance/target/read-target.ts';
import { closestName, didYouMean } from '../../src/contract/names/closest-name.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatewright-target-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(text: string, flags: Partial<ConformOptions> = {}): Promise<unknown> {
  const file = join(folder, 'target.yaml');
  writeFileSync(file, text);
  const options = { targetFile: file, ...flags } as ConformOptions; // the other flags are not about targets
  return readTarget(options, {
    env: { KEY: 'sk-1', EMPTY: '' },
    didYouMean: (name, known) => didYouMean(closestName(name, known)),
  }).catch((error: Error) => error.message.replace(`${folder}/`, ''));
}

// Environment variables are written like JavaScript placeholders.
const variable = (name: string): string => `\${${name}}`;

test.each<[string, string]>([
  ['&a [*a]', 'target.yaml: Converting circular structure to JSON'],
  ['!!js/function x', 'target.yaml: the file must be an object with members; it is "x".'],
  ['base_url: 8080', 'target.yaml: base_url must be a string; it is 8080.'],
  [
    'base_url: localhost',
    'target.yaml: base_url must be a URL such as http://127.0.0.1:8080; it is "localhost".',
  ],
  [
    'base_url: http://127.0.0.1:none',
    'target.yaml: base_url must be a URL such as http://127.0.0.1:8080; it is "http://127.0.0.1:none".',
  ],
  ['keys: {ritch: a}', 'target.yaml: keys.ritch is unknown. Did you mean rich?'],
  [
    'zzzzzz: 1',
    'target.yaml: zzzzzz is unknown. Allowed: name, base_url, keys, profile, features, callbacks, media, balance_unit, tolerance_seconds, isolation, clock, hooks.',
  ],
  ['keys: {restricted: {key: a}}', 'target.yaml: keys.restricted.models is missing.'],
  ['profile: all', 'target.yaml: profile must be core or reference; it is "all".'],
  [
    'clock: {advance: {path: x}, now: {path: /x, value: "1"}}',
    'target.yaml: clock.advance.path must begin with /; it is "x".',
  ],
  [
    'hooks: {fail_next_task: {paths: /x}}',
    'target.yaml: hooks.fail_next_task.paths is unknown. Did you mean path?',
  ],
  ['hooks: {fail_next_tasks: {path: /x}}', 'hooks.fail_next_tasks is unknown. Did you mean fail_next_task?'],
  [`keys: {rich: "${variable('NO_KEY')}"}`, 'target.yaml: the environment variable NO_KEY is not set.'],
  [`keys: {rich: "${variable('EMPTY')}"}`, 'target.yaml: the environment variable EMPTY is not set.'],
  ['a: [', 'target.yaml: Flow sequence'],
])('%s', async (text, want) => {
  expect(await read(text)).toContain(want);
});

test('fills variables of the environment; flags win', async () => {
  const text = `base_url: http://a.example\nkeys: {rich: "${variable('KEY')}", poor: sk-2}\ncallbacks: {secret: s}\n`;
  expect(await read(text)).toEqual({
    base_url: 'http://a.example',
    keys: { rich: 'sk-1', poor: 'sk-2' },
    callbacks: { secret: 's' },
    variables: { 'sk-1': 'KEY' },
  });
  expect(
    await read(text, { baseUrl: 'http://b.example', key: 'sk-3', callbackUrl: 'https://c.example#8090' }),
  ).toEqual({
    base_url: 'http://b.example',
    keys: { rich: 'sk-3', poor: 'sk-2' },
    callbacks: { secret: 's', public_url: 'https://c.example#8090' },
    isKeyGiven: true,
    variables: { 'sk-1': 'KEY' },
  });
});

test('the target files of this package are valid', async () => {
  for (const name of globSync('conformance/targets/*.yaml'))
    await expect(read(readFileSync(name, 'utf8'))).resolves.toBeTypeOf('object');
});

test('the base URL has no slash at its end, wherever it is from', async () => {
  expect(await read('base_url: http://a.example/v/')).toMatchObject({ base_url: 'http://a.example/v' });
  expect(await read('base_url: http://a.example/v/', { baseUrl: 'http://b.example/' })).toMatchObject({
    base_url: 'http://b.example',
  });
});
