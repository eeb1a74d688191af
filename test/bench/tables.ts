import { type AimResult, checkAims } from './aims.ts';
import { formatCount, formatMegabytes, spreadOf } from './figures.ts';
import type { Generation } from './generation.ts';
import { type Machine, type Measurements, type OperationReport, toOperationReports } from './report.ts';
import { targetNames } from './targets.ts';

/** The cells of one row. */
export type Row = readonly string[];

/** The measurements as Markdown tables that can also be read as plain text. */
export function toTables(measurements: Measurements): string {
  const reports = toOperationReports(measurements);
  return [
    describeMachine(measurements.machine),
    '## Speed',
    formatTable(
      [
        'operation',
        'server',
        'requests/s',
        'p50 ms',
        'p99 ms',
        'server CPU us/request',
        'answers',
        'not 2xx',
      ],
      reports.flatMap(speedRows),
    ),
    '## Start and memory',
    formatTable(
      ['server', 'first 200 after', 'memory at start', 'memory after load'],
      processRows(measurements),
    ),
    '## Aims',
    formatTable(['what', 'measured', 'aim', 'result'], checkAims(measurements).map(aimRow)),
    '## Generated files',
    formatTable(['file', 'kB'], sizeRows(measurements.generation)),
  ].join('\n\n');
}

/** Where the bench ran, in one line. */
export function describeMachine(machine: Machine): string {
  const { cores, cpu, node, loadGenerator, connections, loadBefore } = machine;
  const place = `${cores} cores of ${cpu}, Node ${node}`;
  const load = `${loadGenerator} with ${connections} connections`;
  return `${place}; load by ${load}; load average before the run ${loadBefore.toFixed(1)}.`;
}

function speedRows({ name, results }: OperationReport): readonly Row[] {
  return results.map(({ target, requestsPerSecond, p50Ms, p99Ms, cpuMicros, answers, failures }) => [
    name,
    target,
    formatCount(requestsPerSecond),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    cpuMicros === undefined ? 'n/a' : formatCount(cpuMicros),
    formatCount(answers),
    formatCount(failures),
  ]);
}

function processRows({ processes }: Measurements): readonly Row[] {
  return targetNames.map((name) => {
    const { startMs, startBytes, loadedBytes } = processes[name];
    const start = `${formatCount(spreadOf(startMs).median)} ms`;
    return [name, start, formatMegabytes(startBytes), formatMegabytes(loadedBytes)];
  });
}

/** One aim as a row. */
export function aimRow({ what, measured, aim, isMet }: AimResult): Row {
  return [what, measured, aim, isMet ? 'met' : 'missed'];
}

function sizeRows({ files }: Generation): readonly Row[] {
  const toKilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    ...files.map(({ path, bytes }) => [path, toKilobytes(bytes)]),
    [`${files.length} files`, toKilobytes(total)],
  ];
}

/** Rows under their head, as Markdown. */
export function formatTable(head: Row, rows: readonly Row[]): string {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: Row) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
