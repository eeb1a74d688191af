import { describe, expect, test } from 'vitest';
import { createMock, startMock } from '../../src/entries/mock.ts';
import { createMockGateway } from '../../src/entries/msw.ts';

// `never`: what programs without types may give.
const ofAll: readonly (readonly [never, string])[] = [
  ...[0, -1, 1_000_001, Number.NaN].map((speed) => [
    { speed },
    `speed must be a number above 0 and at most 1000000; got ${speed}.`,
  ]),
  [{ speed: '20' }, 'speed must be a number above 0 and at most 1000000; got "20".'],
  [{ isFrozen: 'no' }, 'isFrozen must be true or false; got "no".'],
  [{ seed: -1 }, 'seed must be a whole number from 0 to 4294967295; got -1.'],
  [{ seed: null }, 'seed must be a whole number from 0 to 4294967295; got null.'],
  ...['"lots"', '"-1"', '5'].map((balance) => [
    { balance: JSON.parse(balance) },
    `balance must be US dollars as text with at most nine decimal places, such as "25.50"; got ${balance}.`,
  ]),
  [{ successStatus: 'done' }, 'successStatus must be one of success, completed; got "done".'],
] as never;

const ofThoseOnAPort: readonly (readonly [never, string])[] = [
  [{ port: 99_999 }, 'port must be a whole number from 0 to 65535; got 99999.'],
  [{ port: '8080' }, 'port must be a whole number from 0 to 65535; got "8080".'],
  [{ prot: 1 }, 'startMock has no option prot. Did you mean port?'],
  [
    { constructor: Object },
    'startMock has no option constructor. Its options are speed, isFrozen, seed, balance, successStatus, models, port, host, allowOrigins.',
  ],
  [{ host: '' }, 'host must be an address of this machine, such as "127.0.0.1"; got "".'],
  [
    { allowOrigins: 'http://a.test' },
    'allowOrigins must be an array of origins, such as ["http://localhost:3000"]; got "http://a.test".',
  ],
  [
    { allowOrigins: ['http://a.test/'] },
    'allowOrigins must be an array of origins, such as ["http://localhost:3000"]; got an array.',
  ],
  [{ models: null }, 'models must be the path of a folder, or models that are loaded; got null.'],
  [5, 'startMock takes its options as an object; got 5.'],
  [null, 'startMock takes its options as an object; got null.'],
] as never;

test.each([...ofAll, ...ofThoseOnAPort])('startMock refuses %j', async (options, message) => {
  await expect(startMock(options)).rejects.toThrow(new TypeError(message));
});

const BASE_URL = 'baseUrl must be an origin, such as "http://gateway.test"';
const MODELS =
  'models must be models that are loaded: what await loadModels(folder) gives, or those that gatewright generate writes';

describe.each([
  ['createMock', createMock],
  ['createMockGateway', createMockGateway],
] as const)('%s', (name, create) => {
  test.each([
    ...ofAll,
    [{ baseUrl: 'gateway.test' }, `${BASE_URL}; got "gateway.test".`],
    [{ baseUrl: 'http://gateway.test/' }, `${BASE_URL}; got "http://gateway.test/".`],
    [{ baseUrl: new URL('http://gateway.test') }, `${BASE_URL}; got an object.`],
    [{ models: './models' }, `${MODELS}; got "./models".`],
    [{ basUrl: 'http://gateway.test' }, `${name} has no option basUrl. Did you mean baseUrl?`],
    [() => ({}), `${name} takes its options as an object; got a function.`],
    [[], `${name} takes its options as an object; got an array.`],
  ] as readonly unknown[] as readonly [never, string][])('refuses %j', (options, message) => {
    expect(() => create(options)).toThrow(new TypeError(message));
  });
});

test('an option that is undefined is not given', async () => {
  await using mock = await startMock({ host: undefined, port: undefined, speed: undefined });
  expect(mock.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  using inside = createMock({ seed: undefined });
  expect(inside.baseUrl).toBe('http://gateway.test');
});

test.each([
  { speed: 1_000_000 },
  { speed: 0.001 },
  { isFrozen: true },
  { seed: 0 },
  { seed: 4_294_967_295 },
  { balance: '0' },
  { balance: '0.000000001' },
  { successStatus: 'completed' },
  { baseUrl: 'https://gateway.test:8443' },
] as const)('createMock takes %j', (options) => {
  createMock(options).close();
});

test('startMock takes a folder of models as a path or as a URL', async () => {
  for (const models of ['no/such/folder', new URL('no/such/folder', import.meta.url)]) {
    await expect(startMock({ models })).rejects.toThrow('no/such/folder');
  }
});
