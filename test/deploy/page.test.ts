import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { commandBlocksOf, runLine } from '../readme/page-commands.ts';
import { root } from './checks.ts';
import { imageEnvironment, instructionsOf, textOf, variables, yamlOf } from './files.ts';

const blocks = commandBlocksOf('deploy.md');
const folder = mkdtempSync(join(tmpdir(), 'gatewright-deploy-page-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What each command of another program was given. */
let calls: readonly (readonly string[])[] = [];
let printed = '';

/** Stand in for programs that need a registry of images or a cluster; what would run in a container, runs here. */
const STAND_INS = `
note() { printf '%s\\t' "$@" >> calls; printf '\\n' >> calls; }
inside() {
  while [ $# -gt 0 ] && [ "$1" != exec ]; do shift; done
  [ $# -gt 1 ] || return 0
  shift 2
  if [ "$1" = -- ]; then shift; fi
  "$@"
}
docker() { note docker "$@"; inside "$@"; }
kubectl() { note kubectl "$@"; inside "$@"; }
npm() { note npm "$@"; }
`;

beforeAll(async () => {
  for (const path of ['deploy', 'Containerfile'])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  printed = await runLine(`${STAND_INS}\n${blocks.flat().join('\n')}`, { cwd: folder });
  const lines = readFileSync(join(folder, 'calls'), 'utf8').split('\t\n').slice(0, -1);
  calls = lines.map((line) => line.split('\t'));
});

const callsOf = (...begin: readonly string[]) =>
  calls.filter((call) => begin.every((word, index) => call[index] === word));
const after = (call: readonly string[] | undefined, option: string) => call?.[call.indexOf(option) + 1] ?? '';

test('every way creates a key', () => {
  expect(printed.match(/sk-\S+/g)).toHaveLength(3);
});

test('scripts of the project are there', () => {
  expect(callsOf('npm').map(([, ...words]) => words.join(' '))).toEqual(['ci', 'run build']);
  expect(manifest.scripts).toHaveProperty('build');
});

test('the image is built from what is there, and run with the port and the volume of its recipe', () => {
  const [built] = callsOf('docker', 'build');
  const [started] = callsOf('docker', 'run');
  expect(existsSync(join(folder, after(built, '--file')))).toBe(true);
  expect(after(built, '--tag')).toBe(`ghcr.io/gatewright/gatewright:${manifest.version}`);
  expect(started?.at(-1)).toBe(after(built, '--tag'));
  expect(after(started, '--publish')).toBe(`${imageEnvironment().PORT}:${imageEnvironment().PORT}`);
  const [, place = ''] = after(started, '--volume').split(':');
  expect(instructionsOf('VOLUME')).toEqual([place]);
  expect(calls.some((call) => call[1] === 'exec' && call[2] === after(started, '--name'))).toBe(true);
});

test('compose reads a file with that service, and its settings are for their owner alone', async () => {
  const composed = callsOf('docker', 'compose');
  expect(composed).toHaveLength(2);
  for (const call of composed) expect(existsSync(join(folder, after(call, '--file')))).toBe(true);
  const { services } = yamlOf<{ readonly services: object }>('deploy/compose.yaml');
  expect(services).toHaveProperty(after(composed.at(-1), 'exec'));
  expect(await runLine('stat -c %a deploy/.env', { cwd: folder })).toBe('600\n');
});

test('the manifests are applied where the namespace and the secret are', () => {
  const [namespace = ''] = callsOf('kubectl', 'create').map((call) => after(call, 'namespace'));
  const others = callsOf('kubectl', '--namespace');
  expect(others.map((call) => call[2])).toEqual([namespace, namespace, namespace]);
  const [secret, applied, executed] = others;
  const deployment = textOf('deploy/kubernetes/deployment.yaml');
  expect(deployment).toContain(`secretRef:\n                name: ${after(secret, 'generic')}\n`);
  const given = secret?.flatMap((word) => /^--from-literal=(\w+)=./.exec(word)?.[1] ?? []) ?? [];
  expect(given).toEqual(['DATABASE_URL', 'ENCRYPTION_KEYS']);
  expect(variables).toEqual(expect.arrayContaining(given));
  expect(existsSync(join(folder, after(applied, '-k'), 'kustomization.yaml'))).toBe(true);
  expect(deployment).toContain(
    `kind: Deployment\nmetadata:\n  name: ${after(executed, 'exec').split('/')[1]}\n`,
  );
});
