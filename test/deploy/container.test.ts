import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { policies } from '../../generated/policies.ts';
import { readServeConfig } from '../../src/node/config/config.ts';
import { startService, temporaryFolder } from '../serve/service.ts';
import { imageEnvironment, instructionsOf, textOf, variables } from './files.ts';

const run = promisify(execFile);

test('the image sets what serve reads, and exposes its ports', () => {
  const { NODE_ENV, ...environment } = imageEnvironment();
  expect(NODE_ENV).toBe('production');
  expect(variables).toEqual(expect.arrayContaining(Object.keys(environment)));
  const read = readServeConfig({}, environment);
  if (read.kind === 'invalid') throw new Error(read.message);
  const { host, port, metricsPort } = read.config;
  expect([host, port]).toEqual(['0.0.0.0', policies.service.port]);
  expect(instructionsOf('EXPOSE')).toEqual([`${port} ${metricsPort}`]);
  expect(instructionsOf('ENTRYPOINT')).toEqual(['["gatewright"]']);
  expect(instructionsOf('CMD')).toEqual(['["serve"]']);
});

test('the image runs as a user of its own, by number', () => {
  const [user = ''] = instructionsOf('USER');
  const [id = ''] = /^(\d+):\1$/.exec(user)?.slice(1) ?? [];
  expect(Number(id)).toBeGreaterThan(1000);
  expect(textOf('Containerfile')).toContain(`useradd --uid ${id} `);
});

test('the health check passes while the service runs, and fails without it', async () => {
  const [, command = '[]'] = /CMD (\[.*\])$/.exec(instructionsOf('HEALTHCHECK')[0] ?? '') ?? [];
  const [, ...args] = JSON.parse(command) as readonly string[];
  const check = (port: string) =>
    run(process.execPath, args, { env: { METRICS_PORT: port } }).then(
      () => 0,
      ({ code }: { readonly code: number }) => code,
    );
  using temporary = temporaryFolder();
  let port: string;
  {
    await using service = await startService(temporary.place, '--metrics-port', '0');
    const { metrics } = await service.logged('listening');
    ({ port } = new URL(String(metrics)));
    expect(await check(port)).toBe(0);
  }
  expect(await check(port)).toBe(1);
});

test('only what the Containerfile copies is sent to the builder', () => {
  const copied = [...textOf('Containerfile').matchAll(/^COPY (?!--from)(\S+?)\/? /gm)].map(
    ([, path]) => path,
  );
  const [everything, ...sent] = textOf('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(everything).toBe('*');
  expect(sent).toEqual(copied.map((path) => `!${path}`));
});
