import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readServeConfig, readStoreConfig } from '../../src/node/config/config.ts';
import { callCommand } from '../cli/call-command.ts';
import { runCommand, startService, temporaryFolder } from './service.ts';

function writeConfig(content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'gatewright.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('a flag takes precedence over the environment, the environment over the file, the file over a default', () => {
  const config = writeConfig({ port: 1, host: 'file', 'keep-days': 90, drain: '7', 'metrics-port': 3 });
  const read = readServeConfig(
    { config, port: '9001', 'metrics-port': '9002' },
    { PORT: '8001', HOST: 'environment', METRICS_PORT: '8002' },
  );
  expect(read).toMatchObject({
    config: {
      port: 9001,
      metricsPort: 9002,
      host: 'environment',
      keepDays: 90,
      drainSeconds: 7,
      drainDelaySeconds: 5,
      database: { kind: 'sqlite', folder: 'gatewright-data' },
    },
  });
});

test('a flag takes precedence over the file', () => {
  const config = writeConfig({ port: 1, 'allow-private-addresses': false });
  const flags = { config, port: '9001', 'allow-private-addresses': true };
  expect(readServeConfig(flags, {})).toMatchObject({
    config: { port: 9001, allowsPrivateAddresses: true },
  });
});

test('a wrong URL of the environment is not blamed on the file', () => {
  const config = writeConfig({ port: 1 });
  expect(readServeConfig({ config }, { DATABASE_URL: 'mysql://db/x' })).toEqual({
    kind: 'invalid',
    message: 'DATABASE_URL must begin with postgres:// or postgresql://.',
  });
});

test('every option of serve may be in the file', () => {
  const config = writeConfig({
    data: '/srv/data',
    host: '::',
    port: 8081,
    'metrics-port': 9464,
    'public-url': 'https://api.example.com',
    engine: 'simulator',
    'simulator-speed': 2.5,
    'success-status': 'completed',
    'drain-delay': 1,
    drain: 2,
    'keep-days': 3,
    'log-level': 'warn',
    'allow-private-addresses': true,
  });
  expect(readServeConfig({ config }, {})).toEqual({
    kind: 'read',
    config: {
      database: { kind: 'sqlite', folder: '/srv/data' },
      secretKeys: [],
      host: '::',
      port: 8081,
      metricsPort: 9464,
      publicOrigin: 'https://api.example.com',
      engine: 'simulator',
      simulatorSpeed: 2.5,
      successStatus: 'completed',
      drainDelaySeconds: 1,
      drainSeconds: 2,
      keepDays: 3,
      logLevel: 'warn',
      allowsPrivateAddresses: true,
    },
  });
});

test('a folder or URL given otherwise takes precedence over the database of the file', () => {
  const file = writeConfig({ 'database-url': 'postgres://file/gateway' });
  const databaseOf = (flags: object, environment: Readonly<Record<string, string>>) => {
    const read = readStoreConfig({ config: file, ...flags }, environment);
    return read.kind === 'read' ? read.config.database : read.message;
  };
  const postgres = (connectionString: string) => ({ kind: 'postgres', connectionString });
  expect(databaseOf({}, {})).toEqual(postgres('postgres://file/gateway'));
  expect(databaseOf({}, { DATABASE_URL: 'postgres://db/x' })).toEqual(postgres('postgres://db/x'));
  expect(databaseOf({ data: 'folder' }, {})).toEqual({ kind: 'sqlite', folder: 'folder' });
});

test('the address of the environment and the folder of a flag take precedence over the folder of the file', () => {
  const config = writeConfig({ data: 'of the file' });
  const databaseOf = (flags: object, environment: Readonly<Record<string, string>>) =>
    readStoreConfig({ config, ...flags }, environment);
  expect(databaseOf({}, {})).toMatchObject({ config: { database: { folder: 'of the file' } } });
  expect(databaseOf({ data: 'flag' }, {})).toMatchObject({ config: { database: { folder: 'flag' } } });
  const environment = { DATABASE_URL: 'postgres://db/x' };
  expect(databaseOf({}, environment)).toMatchObject({ config: { database: { kind: 'postgres' } } });
});

test('an empty path is refused', () => {
  const message = '--config must name a JSON file; got "".';
  expect(readServeConfig({ config: '' }, {})).toEqual({ kind: 'invalid', message });
});

test('a wrong flag is named as a flag, a wrong variable as a variable, whatever the file has', () => {
  const config = writeConfig({ port: 1 });
  const range = 'must be a whole number from 0 to 65535; got http.';
  const refusals = [
    [{ config, port: 'http' }, { PORT: '2' }, `--port ${range}`],
    [{ config }, { PORT: 'http' }, `PORT ${range}`],
  ] as const;
  for (const [flags, environment, message] of refusals)
    expect(readServeConfig(flags, environment)).toEqual({ kind: 'invalid', message });
});

test.each<[string, unknown, string]>([
  ['an unknown setting', { prot: 8080 }, 'there is no setting "prot". Did you mean port?'],
  ['one in other letters', { keepDays: 9 }, 'there is no setting "keepDays". Did you mean keep-days?'],
  [
    'one that is far from all',
    { colour: 'red' },
    'there is no setting "colour". The settings are port, host, metrics-port, public-url, engine, simulator-speed, success-status, drain-delay, drain, keep-days, log-level, allow-private-addresses, data, database-url.',
  ],
  ['a list', { host: ['a'] }, 'host must be text.'],
  ['a number for a folder', { data: 5 }, 'data must be text.'],
  ['a switch for a number', { 'keep-days': true }, 'keep-days must be a number.'],
  [
    'a number for a switch',
    { 'allow-private-addresses': 1 },
    'allow-private-addresses must be true or false.',
  ],
  [
    'an address of another database',
    { 'database-url': 'mysql://b/c' },
    'database-url must begin with postgres:// or postgresql://.',
  ],
  ['null', 'null', 'it must be one JSON object, such as {"port": 8080}.'],
  ['a number', '5', 'it must be one JSON object, such as {"port": 8080}.'],
  ['a text', '"text"', 'it must be one JSON object, such as {"port": 8080}.'],
  ['a value that is wrong', { port: 'http' }, 'port must be a whole number from 0 to 65535; got http.'],
  [
    'two databases',
    { data: 'a', 'database-url': 'postgres://b/c' },
    'data and database-url are both given: remove one of them.',
  ],
  ['nothing', '', 'the file is empty; it must be one JSON object, such as {"port": 8080}.'],
  ['nothing but space', ' \n', 'the file is empty; it must be one JSON object, such as {"port": 8080}.'],
  ['a list of settings', [], 'it must be one JSON object, such as {"port": 8080}.'],
])('refuses %s in one line that names the file', (_what, content, message) => {
  const config = writeConfig(content);
  expect(readServeConfig({ config }, {})).toEqual({
    kind: 'invalid',
    message: `--config ${config}: ${message}`,
  });
});

test('says why a file cannot be read', async () => {
  const broken = writeConfig('{"port": }');
  const missing = `${broken}.none`;
  using temporary = temporaryFolder();
  for (const [config, why] of [
    [broken, 'the file is not JSON: '],
    [missing, 'there is no such file.'],
  ] as const) {
    const refused = await callCommand('serve', '--config', config, '--data', temporary.folder);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain(`--config ${config}: ${why}`);
    expect(refused.err.trim().split('\n')).toHaveLength(1);
  }
});

test('serve and the other commands find the database of the file', async () => {
  using temporary = temporaryFolder();
  const config = writeConfig({ data: temporary.folder, 'log-level': 'info' });
  const place = { args: ['--config', config], env: {} };
  const created = await runCommand(place, 'keys', 'create', '--account', 'acme', '--json');
  expect(created.code).toBe(0);
  await using service = await startService(place);
  const { key } = JSON.parse(created.out) as { key: string };
  const headers = { authorization: `Bearer ${key}` };
  expect((await fetch(`${service.baseUrl}/v1/models`, { headers })).status).toBe(200);
});

test('a file that is not UTF-8 is refused with the line', () => {
  const config = writeConfig('');
  writeFileSync(config, Buffer.from('{\n  "host": "gr\xFCn"\n}', 'latin1'));
  expect(readServeConfig({ config }, {})).toEqual({
    kind: 'invalid',
    message: `--config ${config}: line 2 is not UTF-8: save the file as UTF-8.`,
  });
});
