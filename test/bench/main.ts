import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { replaceDurablePart, toDurablePart } from './durable/page.ts';
import { countDurableFailures, type DurableMeasurements } from './durable/report.ts';
import {
  type DurablePlan,
  FULL_DURABLE,
  measureDurable,
  QUICK_DURABLE,
  withMillions,
} from './durable/suite.ts';
import { toDurableTables } from './durable/tables.ts';
import { expectSuccess } from './exchange.ts';
import { spreadOf } from './figures.ts';
import { measureGeneration } from './generation.ts';
import { CONNECTIONS, findLoadGenerator, type LoadGenerator } from './load.ts';
import { toPage } from './page.ts';
import { countFailures, type Machine, type Measurements, type ProcessFigures } from './report.ts';
import { measureRounds, type Pace } from './rounds.ts';
import { toTables } from './tables.ts';
import { project, startTarget, type Target, type TargetName, targetNames } from './targets.ts';
import { measureText } from './text.ts';
import { prepareWorkload } from './workload.ts';

interface Plan extends Pace {
  /** Starts of each server; the last one stays for the rounds. */
  readonly starts: number;
  readonly generations: number;
}

const FULL: Plan = { starts: 5, generations: 3, rounds: 3, seconds: 3, warmUpSeconds: 1 };
const QUICK: Plan = { starts: 1, generations: 1, rounds: 1, seconds: 1, warmUpSeconds: 1 };

async function measure(plan: Plan, generator: LoadGenerator): Promise<Measurements> {
  const machine = describeMachine(generator.name);
  tell(`starting each server ${plan.starts} times`);
  const before = await measureStarts(plan.starts - 1);
  await using gatewright = await startTarget('gatewright');
  tell(`waiting for a task, generating ${plan.generations} times`);
  const preparing = prepareWorkload(gatewright.origin);
  preparing.catch(() => undefined); // awaited below
  const generation = await measureGeneration(plan.generations);
  const operations = await preparing;
  const answers = await Promise.all(
    operations.map(({ request }) => expectSuccess(gatewright.origin, request)),
  );
  await using prism = await startTarget('prism');
  await using bare = await startTarget('bare', { bodies: answers.map(({ body }) => body) });
  const targets = [gatewright, prism, bare];
  tell(
    `${plan.rounds} rounds of ${operations.length} operations at ${targets.length} servers with ${generator.name}`,
  );
  const turns = await measureRounds(targets, operations, { generator, pace: plan });
  const processes = {
    gatewright: toFigures(gatewright, before),
    prism: toFigures(prism, before),
    bare: toFigures(bare, before),
  };
  for (const { child } of targets) child.pause();
  tell('text, beside aimock');
  const text = await measureText({ generator, pace: plan });
  return { machine, operations, turns, processes, generation, text };
}

interface Start {
  readonly name: TargetName;
  readonly startMs: number;
  readonly startBytes: number | undefined;
}

async function measureStarts(times: number): Promise<readonly Start[]> {
  const starts: Start[] = [];
  for (let time = 0; time < times; time += 1) {
    for (const name of targetNames) {
      await using target = await startTarget(name);
      starts.push({ name, startMs: target.startMs, startBytes: target.startBytes });
    }
  }
  return starts;
}

function toFigures(target: Target, before: readonly Start[]): ProcessFigures {
  const starts = [...before, target].filter(({ name }) => name === target.name);
  const bytes = starts.flatMap(({ startBytes }) => (startBytes === undefined ? [] : [startBytes]));
  return {
    startMs: starts.map(({ startMs }) => startMs),
    startBytes: bytes.length > 0 ? spreadOf(bytes).median : undefined,
    loadedBytes: target.child.residentBytes(),
  };
}

function describeMachine(loadGenerator: string): Machine {
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? 'an unknown processor',
    node: process.versions.node,
    loadGenerator,
    connections: CONNECTIONS,
    loadBefore: loadavg()[0] ?? 0,
  };
}

function tell(text: string): void {
  process.stderr.write(`bench: ${text}\n`);
}

const flags = {
  quick: { type: 'boolean', default: false },
  durable: { type: 'boolean', default: false },
  full: { type: 'boolean', default: false },
  json: { type: 'string' },
  write: { type: 'boolean', default: false },
} as const;

async function main(): Promise<void> {
  const { quick, durable: onlyDurable, full, json, write } = parseArgs({ options: flags }).values;
  if (quick && write && !onlyDurable) throw new Error('--write needs a full run: leave --quick out.');
  const generator = await findLoadGenerator();
  const mock = onlyDurable ? undefined : await benchMock(quick ? QUICK : FULL, generator);
  const durablePlan = quick ? QUICK_DURABLE : FULL_DURABLE;
  const plan = full ? withMillions(durablePlan) : durablePlan;
  const durable = await benchDurable(plan, generator);
  if (json !== undefined) {
    const everything = { ...mock?.measurements, durable };
    await writeFile(json, `${JSON.stringify(everything, null, 2)}\n`);
  }
  const failures = countDurableFailures(durable) + (mock ? countFailures(mock.measurements) : 0);
  if (failures > 0) throw new Error(`${failures} answers were no success: the figures count for nothing.`);
  if (!write) return;
  const page = join(project, 'docs/bench.md');
  const before = mock ? mock.page : await readFile(page, 'utf8');
  await writeFile(page, replaceDurablePart(before, toDurablePart(durable, plan, quick)));
}

async function benchMock(
  plan: Plan,
  generator: LoadGenerator,
): Promise<{ readonly measurements: Measurements; readonly page: string }> {
  const measurements = await measure(plan, generator);
  process.stdout.write(`${toTables(measurements)}\n`);
  return { measurements, page: toPage(measurements, plan) };
}

async function benchDurable(plan: DurablePlan, generator: LoadGenerator): Promise<DurableMeasurements> {
  const machine = describeMachine(generator.name);
  const measurements = await measureDurable(plan, { machine, generator, tell });
  process.stdout.write(`\n${toDurableTables(measurements)}\n`);
  return measurements;
}

// An interrupted benchmark ends its servers: they exit with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

await main().catch((error: unknown) => {
  tell(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
