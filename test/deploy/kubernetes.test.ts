import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { policies } from '../../generated/policies.ts';
import manifest from '../../package.json' with { type: 'json' };
import { readServeConfig } from '../../src/node/config/config.ts';
import { root } from './checks.ts';
import { imageEnvironment, instructionsOf, variables, yamlOf } from './files.ts';

const folder = 'deploy/kubernetes';

interface Deployment {
  readonly spec: {
    readonly selector: { readonly matchLabels: object };
    readonly strategy: { readonly type: string };
    readonly template: {
      readonly metadata: {
        readonly labels: object;
        readonly annotations: Readonly<Record<string, string>>;
      };
      readonly spec: PodSpec;
    };
  };
}

interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: { readonly runAsUser: number; readonly runAsGroup: number };
  readonly containers: readonly [Container];
}

interface Container {
  readonly image: string;
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

const { spec } = yamlOf<Deployment>(`${folder}/deployment.yaml`);
const pod = spec.template.spec;
const [container] = pod.containers;
const image = imageEnvironment();

test('settings and secrets are variables that serve reads', () => {
  const { data } = yamlOf<{ readonly data: Record<string, string> }>(`${folder}/configmap.yaml`);
  const { stringData } = yamlOf<{ readonly stringData: object }>(`${folder}/secret.example.yaml`);
  expect(variables).toEqual(expect.arrayContaining([...Object.keys(data), ...Object.keys(stringData)]));
  const read = readServeConfig({}, { ...image, ...data, ...stringData });
  expect(read).toMatchObject({ kind: 'read', config: { database: { kind: 'postgres' } } });
});

test('ports are those of the image, and probes ask for what the service answers', () => {
  expect(container.ports).toEqual([
    { name: 'http', containerPort: Number(image.PORT) },
    { name: 'metrics', containerPort: Number(image.METRICS_PORT) },
  ]);
  expect(container.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'metrics' });
  expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'metrics' });
  expect(spec.template.metadata.annotations).toEqual({
    'prometheus.io/scrape': 'true',
    'prometheus.io/port': image.METRICS_PORT,
    'prometheus.io/path': '/metrics',
  });
});

test('a pod is given longer than a drain can take', () => {
  const { drain_delay_seconds, drain_seconds } = policies.connections;
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drain_delay_seconds + 2 * drain_seconds);
});

test('two versions never run at the same time, and the version is this one', () => {
  expect(spec.strategy).toEqual({ type: 'Recreate' });
  expect(container.image.split(':')[1]).toBe(manifest.version);
});

test('the user is that of the image', () => {
  const { runAsUser, runAsGroup } = pod.securityContext;
  expect(instructionsOf('USER')).toEqual([`${runAsUser}:${runAsGroup}`]);
});

test('service, disruption budget and network policy select the pods', () => {
  const { labels } = spec.template.metadata;
  const of = (name: string) => yamlOf(`${folder}/${name}.yaml`);
  expect(spec.selector.matchLabels).toEqual(labels);
  expect(of('service')).toMatchObject({ spec: { selector: labels, ports: [{ targetPort: 'http' }] } });
  expect(of('pod-disruption-budget')).toMatchObject({ spec: { selector: { matchLabels: labels } } });
  expect(of('network-policy')).toMatchObject({ spec: { podSelector: { matchLabels: labels } } });
});

test('kustomization.yaml applies every file but the example of a secret', () => {
  const { resources } = yamlOf<{ readonly resources: readonly string[] }>(`${folder}/kustomization.yaml`);
  const files = globSync(join(root, folder, '*.yaml')).map((file) => basename(file));
  expect([...resources, 'kustomization.yaml', 'secret.example.yaml'].sort()).toEqual(files.sort());
});
