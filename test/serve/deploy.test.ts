import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { policies } from '../../generated/policies.ts';
import { readServeConfig } from '../../src/node/config/config.ts';

const folder = join(import.meta.dirname, '..', '..', 'deploy');
const unit = readFileSync(join(folder, 'gatewright.service'), 'utf8');

function settingOf(name: string): string {
  return new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
}

test('the settings file next to the unit can be read', () => {
  const read = readServeConfig({ config: join(folder, 'gatewright.json') }, {});
  expect(read).toMatchObject({
    kind: 'read',
    config: { database: { kind: 'sqlite', folder: '/var/lib/gatewright' }, keepDays: 90 },
  });
});

test('the unit starts the service with that file and lets it write its folder', () => {
  expect(settingOf('ExecStart')).toMatch(/ serve --config \/etc\/gatewright\/gatewright\.json$/);
  expect(`/var/lib/${settingOf('StateDirectory')}`).toBe('/var/lib/gatewright');
});

test('the unit waits longer than a drain can take', () => {
  const read = readServeConfig({}, {});
  if (read.kind === 'invalid') throw new Error(read.message);
  const { drainDelaySeconds, drainSeconds } = read.config;
  expect(drainDelaySeconds).toBe(policies.connections.drain_delay_seconds);
  expect(Number(settingOf('TimeoutStopSec'))).toBeGreaterThanOrEqual(drainDelaySeconds + 2 * drainSeconds);
});
