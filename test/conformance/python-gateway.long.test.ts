import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCommand } from '../cli/start-command.ts';

const GATEWAY = join(import.meta.dirname, 'python-gateway/gateway.py');
const folder = mkdtempSync(join(tmpdir(), 'gatewright-python-'));
const hasPython = spawnSync('python3', ['--version']).status === 0;
let gateway: ChildProcess | undefined;
let baseUrl = '';

beforeAll(async () => {
  if (!hasPython) return;
  gateway = spawn('python3', [GATEWAY, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>((resolve) =>
    gateway?.stdout?.once('data', (data: Buffer) => resolve(data.toString().trim())),
  );
  baseUrl = `http://127.0.0.1:${port}`;
});

afterAll(() => {
  gateway?.kill();
  rmSync(folder, { recursive: true });
});

interface Report {
  readonly counts: Readonly<Record<string, number>>;
  readonly requirements: readonly { readonly id: string; readonly outcome: string }[];
}

test.skipIf(!hasPython)('a hundred-line gateway in another language gets a correct report', async () => {
  const file = join(folder, 'report.json');
  const areas = ['AUT', 'BAL', 'CAT', 'TSK'].flatMap((area) => ['--only', area]);
  await using command = startCommand(
    'conform',
    baseUrl,
    '--key',
    'sk-python',
    ...areas,
    '--report',
    `json=${file}`,
  );
  expect(await command.exit()).toBe(1);
  const { counts, requirements } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const idsOf = (wanted: string): readonly string[] =>
    requirements.filter(({ outcome }) => outcome === wanted).map(({ id }) => id.replace('GW-', ''));
  // It has one of the seven models, and no schemas, prices, billing reports, preflights or key balance.
  expect(idsOf('failed')).toEqual([
    'AUT-001',
    'BAL-013',
    'BAL-014',
    'BAL-019',
    'BAL-020',
    'CAT-013',
    'CAT-030',
    'CAT-031',
    'CAT-032',
    'CAT-033',
    'CAT-034',
  ]);
  // No restricted or limited keys and no way to make a task fail are configured; it has no videos, and the prices of images cannot
  // be compared.
  expect(idsOf('unproven')).toEqual([
    'AUT-013',
    'AUT-014',
    'AUT-015',
    'BAL-010',
    'BAL-018',
    'BAL-030',
    'BAL-031',
    'CAT-019',
    'CAT-026',
    'CAT-027',
    'CAT-048',
    'TSK-009',
    'TSK-012',
    'TSK-014',
    'TSK-016',
    'TSK-017',
    'TSK-020',
  ]);
  expect(idsOf('warning')).toEqual(['CAT-037', 'CAT-038']);
  expect(counts).toMatchObject({ failed: 11, unproven: 17, warning: 2, error: 0 });
});

/** Runs the suite against the Python gateway. Returns the last line of the summary, and how many cases failed. */
async function conform(
  ...args: readonly string[]
): Promise<{ readonly spent: number; readonly failed: number }> {
  const file = join(folder, 'limited.json');
  const options = ['--key', 'sk-python', '--report', `json=${file}`];
  await using command = startCommand('conform', baseUrl, ...options, ...args);
  expect(await command.exit()).toBe(1);
  const { money, cases } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly money: { readonly spent_usd: string };
    readonly cases: readonly { readonly outcome: string }[];
  };
  return {
    spent: Number(money.spent_usd),
    failed: cases.filter(({ outcome }) => outcome === 'failed').length,
  };
}

test.skipIf(!hasPython)('a limit holds where wrong requests are accepted and charged', async () => {
  const limited = await conform('--spend-limit', '0.2', '--only', 'limits', '--only', 'errors');
  expect(limited.spent).toBeGreaterThan(0.1);
  expect(limited.spent).toBeLessThanOrEqual(0.2);
  expect(await conform('--free-only', '--spend-limit', '0')).toMatchObject({ spent: 0 });
});

test.skipIf(!hasPython)('--bail --jobs 1 ends with the first case that fails', async () => {
  expect(await conform('--only', 'IMG-QX', '--bail', '--jobs', '1')).toMatchObject({ failed: 1 });
});
