import { expect, test } from 'vitest';
import { readServeConfig, readStoreConfig } from '../../src/node/config/config.ts';

test('has a default for everything', () => {
  expect(readServeConfig({}, {})).toEqual({
    kind: 'read',
    config: {
      database: { kind: 'sqlite', folder: 'gatewright-data' },
      secretKeys: [],
      host: '127.0.0.1',
      port: 8080,
      keepDays: undefined,
      metricsPort: undefined,
      publicOrigin: undefined,
      drainDelaySeconds: 5,
      drainSeconds: 30,
      allowsPrivateAddresses: false,
      successStatus: 'success',
      logLevel: 'info',
      engine: 'simulator',
      simulatorSpeed: 1,
    },
  });
});

test('prefers the environment to a default, and a flag to the environment', () => {
  const environment = {
    PORT: '9000',
    HOST: '::',
    PUBLIC_URL: 'https://api.example.com/',
    LOG_LEVEL: 'warn',
    KEEP_DAYS: '30',
    SIMULATOR_SPEED: '2.5',
  };
  const read = readServeConfig({ port: '9001', 'allow-private-addresses': true }, environment);
  expect(read).toMatchObject({
    config: {
      port: 9001,
      host: '::',
      publicOrigin: 'https://api.example.com',
      logLevel: 'warn',
      keepDays: 30,
      simulatorSpeed: 2.5,
      allowsPrivateAddresses: true,
    },
  });
});

test.each(['postgres://user:secret@db/gatewright', 'postgresql:///gatewright?host=/run'])(
  'keeps the data in PostgreSQL for %s',
  (url) => {
    const database = { kind: 'postgres', connectionString: url };
    const config = { database, secretKeys: [] };
    expect(readStoreConfig({}, { DATABASE_URL: url })).toEqual({ kind: 'read', config });
  },
);

test.each<readonly [string, string, object]>([
  ['port', '0', { port: 0 }],
  ['port', '65535', { port: 65_535 }],
  ['metrics-port', '0', { metricsPort: 0 }],
  ['drain', '0', { drainSeconds: 0 }],
  ['drain', '3600', { drainSeconds: 3600 }],
  ['keep-days', '1', { keepDays: 1 }],
  ['keep-days', '36500', { keepDays: 36_500 }],
  ['simulator-speed', '10', { simulatorSpeed: 10 }],
  ['simulator-speed', '0.25', { simulatorSpeed: 0.25 }],
  ['simulator-speed', '1000', { simulatorSpeed: 1000 }],
  ['public-url', 'http://gateway.example:8080', { publicOrigin: 'http://gateway.example:8080' }],
  ['success-status', 'completed', { successStatus: 'completed' }],
])('accepts --%s %s', (flag, value, config) => {
  expect(readServeConfig({ [flag]: value }, {})).toMatchObject({ kind: 'read', config });
});

test.each([
  [{ port: '' }, {}, '--port must be a whole number from 0 to 65535; got "".'],
  [{ port: 'http' }, {}, /^--port must .*; got http\.$/],
  [{ port: '65536' }, {}, /^--port must .*; got 65536\.$/],
  [{}, { PORT: '-1' }, /^PORT must .*; got -1\.$/],
  [{ 'metrics-port': '70000' }, {}, /^--metrics-port must .*; got 70000\.$/],
  [{ host: ' ' }, {}, '--host'],
  [{ 'public-url': 'api.example.com' }, {}, '--public-url'],
  [{ 'public-url': 'ftp://api.example.com' }, {}, '--public-url'],
  [{ 'public-url': 'https://api.example.com/v1' }, {}, '--public-url'],
  [{ 'public-url': 'https://me:pw@api.example.com' }, {}, '--public-url'],
  [{ drain: '1.5' }, {}, /^--drain must .*; got 1\.5\.$/],
  [{ drain: '3601' }, {}, /^--drain must .*; got 3601\.$/],
  [{ 'drain-delay': '-1' }, {}, /^--drain-delay must .*; got -1\.$/],
  [{}, { DRAIN_DELAY_SECONDS: 'soon' }, /^DRAIN_DELAY_SECONDS must .*; got soon\.$/],
  [{ 'log-level': 'loud' }, {}, /^--log-level must .*; got loud\.$/],
  [{ 'simulator-speed': '0' }, {}, '--simulator-speed must be a number above 0 and at most 1000; got 0.'],
  [{ 'simulator-speed': '1001' }, {}, /^--simulator-speed must .*; got 1001\.$/],
  [{ 'simulator-speed': '2x' }, {}, /^--simulator-speed must .*; got 2x\.$/],
  [{ 'simulator-speed': 'x2' }, {}, /^--simulator-speed must .*; got x2\.$/],
  [{ 'simulator-speed': '1001' }, { SIMULATOR_SPEED: '5' }, /^--simulator-speed must .*; got 1001\.$/],
  [{}, { SIMULATOR_SPEED: 'fast' }, /^SIMULATOR_SPEED must .*; got fast\.$/],
  [{ 'keep-days': '0' }, {}, '--keep-days must be whole days from 1 to 36500; got 0.'],
  [{ 'keep-days': '1.5' }, {}, /^--keep-days must .*; got 1\.5\.$/],
  [{}, { KEEP_DAYS: '40000' }, /^KEEP_DAYS must .*; got 40000\.$/],
  [{ engine: 'upstream' }, {}, /^--engine must .*; got upstream\.$/],
  [{ 'success-status': 'done' }, {}, /^--success-status must .*; got done\.$/],
  [{ data: '' }, {}, '--data'],
  [{ data: 'here' }, { DATABASE_URL: 'postgres://db/x' }, 'DATABASE_URL'],
  [{}, { DATABASE_URL: 'mysql://db/x' }, 'DATABASE_URL'],
  [{}, { DATABASE_URL: 'xpostgres://db/x' }, 'DATABASE_URL must begin with postgres:// or postgresql://.'],
  [{}, { ENCRYPTION_KEYS: `${'ab'.repeat(32)}a` }, 'ENCRYPTION_KEYS: key 1 is not 32 bytes'],
  [{}, { ENCRYPTION_KEYS: `x${'ab'.repeat(32)}` }, 'ENCRYPTION_KEYS: key 1 is not 32 bytes'],
  [{}, { ENCRYPTION_KEYS: `!${'A'.repeat(43)}=` }, 'ENCRYPTION_KEYS: key 1 is not 32 bytes'],
  [{}, { ENCRYPTION_KEYS: `${'A'.repeat(43)}=!` }, 'ENCRYPTION_KEYS: key 1 is not 32 bytes'],
  [{}, { ENCRYPTION_KEYS: `${'ab'.repeat(32)},c2hvcnQ=` }, 'ENCRYPTION_KEYS: key 2 is not 32 bytes'],
  [{}, { ENCRYPTION_KEYS: ',' }, 'ENCRYPTION_KEYS: key 1'],
])('refuses %j with %j and names %s', (flags, environment, named) => {
  const read = readServeConfig(flags, environment);
  expect(read.kind === 'invalid' && read.message).toMatch(named);
});

test('does not quote a password', () => {
  const read = readStoreConfig({}, { DATABASE_URL: 'mysql://user:hunter2@db/x' });
  expect(JSON.stringify(read)).not.toContain('hunter2');
});

test.each([
  ['hex', (bytes: Buffer) => bytes.toString('hex')],
  ['hex in capitals', (bytes: Buffer) => bytes.toString('hex').toUpperCase()],
  ['base64', (bytes: Buffer) => bytes.toString('base64')],
  ['base64url', (bytes: Buffer) => bytes.toString('base64url')],
])('accepts encryption keys in %s, the current one first', (_form, write) => {
  const [current, older] = [Buffer.alloc(32, 0xfb), Buffer.alloc(32, 7)];
  const read = readStoreConfig({}, { ENCRYPTION_KEYS: ` ${write(current)}, ${write(older)}` });
  expect(read).toMatchObject({ config: { secretKeys: [current, older] } });
});

test('blank ENCRYPTION_KEYS are no keys', () => {
  expect(readStoreConfig({}, { ENCRYPTION_KEYS: '  ' })).toMatchObject({ config: { secretKeys: [] } });
});

test('does not quote an encryption key', () => {
  const read = readStoreConfig({}, { ENCRYPTION_KEYS: 'sesame-open-sesame' });
  expect(JSON.stringify(read)).not.toContain('sesame');
});
