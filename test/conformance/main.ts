import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { connectionTo, isPostgresInstalled, startOnce, stopPostgres } from '../support/postgres-cluster.ts';

/**
 * `npm run conform`: the suite against the mock, serve on SQLite and serve on PostgreSQL, each in its own process, over HTTP. `npm run
 * conform -- sqlite --only chat` runs on the named ones only; options go to `gatewright conform`.
 */

const run = promisify(execFile);
const bin = resolve(import.meta.dirname, '../../bin/gatewright.cjs');
const folder = mkdtempSync(join(tmpdir(), 'gatewright-conform-'));
chmodSync(folder, 0o755); // the server of PostgreSQL may run as another user
const started: ChildProcess[] = [];
const given = process.argv.slice(2);
const firstOption = given.findIndex((word) => word.startsWith('-'));
const named = firstOption === -1 ? given : given.slice(0, firstOption);
const options = given.slice(named.length);

interface Row {
  readonly name: string;
  readonly code: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly seconds: number;
}

/** A run of the suite: its row, its arguments, and the cases that failed. */
interface Conformed {
  readonly row: Row;
  readonly args: readonly string[];
  readonly failed: readonly string[];
}

type Environment = Readonly<Record<string, string>>;

/** Starts a gateway; returns its address when it reports that it is ready. */
async function start(args: readonly string[], env: Environment = {}): Promise<string> {
  const child = spawn(process.execPath, [bin, ...args], {
    env: { ...process.env, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    const address = /"(?:baseUrl|url)":"([^"]+)"/.exec(printed)?.[1];
    if (address) {
      child.stdout.resume();
      return address;
    }
  }
  throw new Error(`gatewright ${args.join(' ')} did not start: ${printed}`);
}

interface Key {
  readonly key: string;
  readonly account: string;
  readonly webhook_secret: string;
}

async function createKey(args: readonly string[], env: Environment): Promise<Key> {
  const command = [bin, 'keys', 'create', '--json', ...args];
  const { stdout } = await run(process.execPath, command, {
    env: { ...process.env, DATABASE_URL: '', ...env },
  });
  return JSON.parse(stdout) as Key;
}

/** Cases that compare balances run in parallel on that many accounts. */
const ACCOUNTS = 25;

/** Keys of all roles in a database, as a target file. */
async function writeTarget(name: string, store: readonly string[], env: Environment): Promise<string> {
  const first = await createKey([...store, '--credit', '1000'], env);
  const rich = [first];
  while (rich.length < ACCOUNTS) {
    const create = () => createKey([...store, '--credit', '1000'], env);
    rich.push(...(await Promise.all([create(), create(), create()])));
  }
  const [poor, restricted, limited, other, sibling] = [
    await createKey(store, env),
    await createKey([...store, '--credit', '1000', '--models', 'sx-5-0-pro,house-style-v1'], env),
    await createKey([...store, '--credit', '1000', '--limit', '5/10'], env),
    await createKey([...store, '--credit', '1000'], env),
    await createKey([...store, '--account', first.account], env),
  ];
  const target = {
    name,
    profile: 'reference',
    keys: {
      rich: rich.map(({ key }) => key),
      poor: poor.key,
      restricted: { key: restricted.key, models: ['sx-5-0-pro', 'house-style-v1'] },
      limited: { key: limited.key, requests: 5, seconds: 10 },
      other: other.key,
      sibling: sibling.key,
    },
    callbacks: { secret: first.webhook_secret },
  };
  const file = join(folder, `${name.replaceAll(' ', '-')}.yaml`);
  writeFileSync(file, JSON.stringify(target)); // JSON is YAML
  return file;
}

interface Report {
  readonly counts: Row['counts'];
  readonly run: { readonly duration_seconds: number };
  readonly cases: readonly { readonly id: string; readonly outcome: string }[];
}

/** Runs the suite on a gateway; what failed in a whole run can be repeated. */
async function conform(name: string, args: readonly string[]): Promise<Conformed> {
  const { code, report } = await runSuite(name, [...args, ...options]);
  const row = { name, code, counts: report?.counts ?? {}, seconds: report?.run.duration_seconds ?? 0 };
  const failed = report?.cases.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id) ?? [];
  return { row, args, failed };
}

/**
 * Runs the cases that failed once more, with nothing beside them: the suite watches the retries of callbacks in real time, and a busy
 * machine is late. What fails twice fails.
 */
async function repeatFailed({ row, args, failed }: Conformed): Promise<Row> {
  if (row.code !== 1 || failed.length === 0 || failed.length > MOST_REPEATED) return row;
  const only = [...args, '--only', failed.join(','), '--jobs', '1'];
  const { code } = await runSuite(`${row.name}, what failed once more`, only);
  return { ...row, name: `${row.name} (${failed.length} twice)`, code };
}

/** Speed is not the reason for more failures than these. */
const MOST_REPEATED = 100;

async function runSuite(
  name: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly report?: Report }> {
  const file = join(folder, `report-${++runs}.json`);
  const command = [bin, 'conform', ...args, '--quiet', '--report', `json=${file}`];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  process.stdout.write(`\n== ${name}\n${printed}`);
  if (code !== 0 && code !== 1) return { code: 2 };
  return { code, report: JSON.parse(readFileSync(file, 'utf8')) as Report };
}

let runs = 0;

async function conformServe(
  name: string,
  store: readonly string[],
  env: Environment = {},
): Promise<Conformed> {
  const target = await writeTarget(name, store, env);
  const url = await start(
    [
      'serve',
      '--port',
      '0',
      '--log-level',
      'info',
      '--drain-delay',
      '0',
      '--allow-private-addresses',
      '--simulator-speed',
      '2',
      ...store,
    ],
    env,
  );
  return conform(name, [url, '--target', target]);
}

const cluster = join(folder, 'postgres');

const targets = new Map<string, () => Promise<Conformed>>([
  ['mock', async () => conform('mock', [await start(['mock', '--port', '0', '--json'])])],
  ['sqlite', () => conformServe('serve on SQLite', ['--data', join(folder, 'data')])],
  ['postgres', conformOnPostgres],
]);

async function conformOnPostgres(): Promise<Conformed> {
  if (!isPostgresInstalled()) throw new Error('PostgreSQL is missing: install postgresql.');
  mkdirSync(cluster);
  await startOnce(cluster);
  return conformServe('serve on PostgreSQL', [], { DATABASE_URL: connectionTo(cluster, 'postgres') });
}

/** All at once: most of the time, runs on services wait for tasks and callbacks. */
async function conformAll(): Promise<void> {
  const unknown = named.find((name) => !targets.has(name));
  if (unknown) throw new Error(`There is no target "${unknown}": name ${[...targets.keys()].join(', ')}.`);
  const wanted = [...targets].filter(([name]) => named.length === 0 || named.includes(name));
  const conformed = await Promise.all(wanted.map(([, conformOn]) => conformOn()));
  for (const one of conformed) rows.push(await repeatFailed(one));
}

const rows: Row[] = [];
try {
  await conformAll();
} finally {
  for (const child of started) child.kill('SIGKILL');
  if (isPostgresInstalled()) stopPostgres(cluster);
  rmSync(folder, { recursive: true, force: true });
}

const OUTCOMES = ['passed', 'failed', 'warning', 'unproven', 'error'];
process.stdout.write(
  `\n${'target'.padEnd(34)}${OUTCOMES.map((one) => one.padStart(10)).join('')}${'seconds'.padStart(10)}\n`,
);
for (const { name, counts, seconds } of rows)
  process.stdout.write(
    `${name.padEnd(34)}${OUTCOMES.map((one) => String(counts[one] ?? '-').padStart(10)).join('')}${String(seconds).padStart(10)}\n`,
  );
process.exitCode = rows.some(({ code }) => code !== 0) ? 1 : 0;
