import { expect, test } from 'vitest';
import { policies } from '../../generated/policies.ts';
import manifest from '../../package.json' with { type: 'json' };
import { readServeConfig } from '../../src/node/config/config.ts';
import { imageEnvironment, textOf, variables, yamlOf } from './files.ts';

interface Service {
  readonly image: string;
  readonly build?: { readonly args: { readonly VERSION: string } };
  readonly environment?: Readonly<Record<string, string>>;
  readonly stop_grace_period?: string;
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly ports?: readonly string[];
}

const { services } = yamlOf<{ readonly services: Readonly<Record<string, Service>> }>('deploy/compose.yaml');
const text = textOf('deploy/compose.yaml');
const proxy = textOf('deploy/Caddyfile');
const gateways = Object.entries(services).filter(([name]) => name.startsWith('gateway-'));
const image = imageEnvironment();

/** What Compose makes of a value: its variables filled in, or their defaults. */
function fill(value: string, given: Readonly<Record<string, string>>): string {
  return value.replaceAll(
    /\$\{(\w+)(?::([?-])([^}]*))?\}/g,
    (_, name: string, kind: string, rest: string) => {
      return given[name] || (kind === '-' ? rest : '');
    },
  );
}

test('two gateways have settings that serve reads', () => {
  expect(gateways).toHaveLength(2);
  const given = {
    POSTGRES_PASSWORD: 'abc',
    ENCRYPTION_KEYS: Buffer.alloc(32).toString('base64'),
    PUBLIC_URL: 'https://a.example',
  };
  for (const [, { environment = {} }] of gateways) {
    expect(variables).toEqual(expect.arrayContaining(Object.keys(environment)));
    const filled = Object.entries(environment).map(([name, value]) => [name, fill(value, given)]);
    const read = readServeConfig({}, { ...image, ...Object.fromEntries(filled) });
    expect(read).toMatchObject({
      kind: 'read',
      config: {
        database: {
          kind: 'postgres',
          connectionString: 'postgres://gatewright:abc@postgres:5432/gatewright',
        },
        publicOrigin: 'https://a.example',
        keepDays: undefined,
      },
    });
  }
});

test('proxy and Prometheus know both gateways by name and port', () => {
  const names = gateways.map(([name]) => name);
  expect(proxy).toContain(`reverse_proxy ${names.map((name) => `${name}:${image.PORT}`).join(' ')} {`);
  expect(yamlOf('deploy/prometheus.yml')).toMatchObject({
    scrape_configs: [{ static_configs: [{ targets: names.map((name) => `${name}:${image.METRICS_PORT}`) }] }],
  });
});

test('the proxy notices a gateway that drains, and closes idle connections first', () => {
  const secondsOf = (name: string) => Number(new RegExp(`${name} (\\d+)s`).exec(proxy)?.[1]);
  expect(proxy).toContain('health_uri /readyz\n');
  const noticed = secondsOf('health_interval') + secondsOf('health_timeout');
  expect(noticed).toBeLessThan(policies.connections.drain_delay_seconds);
  expect(secondsOf('keepalive')).toBeLessThan(policies.connections.keep_alive_seconds);
});

test('a gateway is given longer than a drain can take', () => {
  const { drain_delay_seconds, drain_seconds } = policies.connections;
  for (const [, { stop_grace_period = '' }] of gateways)
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(drain_delay_seconds + 2 * drain_seconds);
});

test('secrets have no default, and the settings file names every variable without one', () => {
  const required = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name);
  const optional = [...text.matchAll(/\$\{(\w+):-/g)].map(([, name = '']) => name);
  expect(new Set(required)).toEqual(new Set(['POSTGRES_PASSWORD', 'ENCRYPTION_KEYS', 'PUBLIC_URL']));
  expect(text.match(/\$\{\w+\}/g)).toBeNull();
  expect(required.filter((name) => optional.includes(name))).toEqual([]);
  const settings = [...textOf('deploy/compose.env').matchAll(/^(\w+)=(.*)$/gm)];
  expect(settings.filter(([, , value]) => value !== '')).toEqual([]);
  expect(settings.map(([, name]) => name)).toEqual(expect.arrayContaining([...new Set(required)]));
});

test('the images are versions, that of the gateway this one', () => {
  for (const [, { image: name, build }] of gateways) {
    expect(name.split(':')[1]).toBe(manifest.version);
    expect(build?.args.VERSION).toBe(manifest.version);
  }
  for (const { image: name } of Object.values(services)) expect(name).toMatch(/:v?\d+\.\d+/);
});

test('no container writes outside of its volumes or has a capability that it does not need', () => {
  const loose = Object.entries(services).filter(
    ([, { read_only, cap_drop }]) => !read_only || cap_drop.join() !== 'ALL',
  );
  expect(loose).toEqual([]);
  const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
  expect(published.map(([name]) => name)).toEqual(['proxy', 'prometheus']);
  expect(services.prometheus?.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
});
