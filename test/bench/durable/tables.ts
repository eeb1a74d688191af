import { formatCount, formatMegabytes, formatRatio } from '../figures.ts';
import { aimRow, describeMachine, formatTable, type Row } from '../tables.ts';
import type { CallbackFigures } from './callbacks.ts';
import type { LargeSubmitFigures } from './large-submits.ts';
import {
  checkDurableAims,
  type DurableMeasurements,
  type PollCostResult,
  type SpeedResult,
  toPollCostResults,
  toSpeedResults,
} from './report.ts';

/** The measurements as Markdown tables that can also be read as plain text. */
export function toDurableTables(measurements: DurableMeasurements): string {
  const { machine, postgresVersion, callbacks, chat, soak, largeSubmits } = measurements;
  const database =
    postgresVersion === undefined
      ? 'PostgreSQL is not installed: it was SKIPPED.'
      : `PostgreSQL ${postgresVersion}, settings of its package, every commit flushed to disk.`;
  return [
    `${describeMachine(machine)} ${database}`,
    '## Submits and polls, by store',
    formatTable(
      ['operation', 'by', 'per second', 'lowest', 'highest', 'p50 ms', 'p99 ms', 'answers', 'not 2xx'],
      toSpeedResults(measurements).map(speedRow),
    ),
    '## Callbacks',
    formatTable(['store', 'delivered', 'seconds', 'delivered/s', 'twice'], callbacks.map(callbackRow)),
    '## Open chat streams',
    formatTable(['what', 'measured'], chatRows(chat)),
    '## Polls while large submissions run',
    formatTable(
      [
        'beside',
        'size',
        'submits',
        'seconds',
        'polls',
        'p50 ms',
        'p99 ms',
        'longest ms',
        'memory',
        'not 2xx',
      ],
      largeSubmits.map(largeSubmitRow),
    ),
    '## Cost of a poll, by stored tasks',
    formatTable(
      ['store', 'tasks', 'p50 us', 'most / fewest'],
      toPollCostResults(measurements).flatMap(pollRows),
    ),
    '## Memory of the mock under load',
    formatTable(
      ['submits', 'at start', 'in the middle', 'at the end', 'not 2xx'],
      [
        [
          formatCount(soak.submits),
          formatMegabytes(soak.startBytes),
          formatMegabytes(soak.middleBytes),
          formatMegabytes(soak.endBytes),
          formatCount(soak.failures),
        ],
      ],
    ),
    '## Aims of the durable gateway',
    formatTable(['what', 'measured', 'aim', 'result'], checkDurableAims(measurements).map(aimRow)),
  ].join('\n\n');
}

function speedRow({ operation, by, perSecond, middleMs, p99Ms, answers, failures }: SpeedResult): Row {
  return [
    operation,
    by,
    formatCount(perSecond.median),
    formatCount(perSecond.min),
    formatCount(perSecond.max),
    middleMs.toFixed(2),
    p99Ms === undefined ? 'n/a' : p99Ms.toFixed(2),
    formatCount(answers),
    formatCount(failures),
  ];
}

function callbackRow({ store, delivered, seconds, doubled }: CallbackFigures): Row {
  const rate = formatCount(delivered / seconds);
  return [store, formatCount(delivered), seconds.toFixed(1), rate, formatCount(doubled)];
}

function chatRows(chat: DurableMeasurements['chat']): readonly Row[] {
  const { streams, events, seconds, expectedEvents, lagP50Ms, lagP99Ms, idleBytes, peakBytes } = chat;
  const share = `${Math.round((events / expectedEvents) * 100)} %`;
  return [
    ['streams open at once', formatCount(streams)],
    ['events/s', formatCount(events / seconds)],
    ['events delivered, of those due', share],
    ['lag of an event behind its pace, p50', `${lagP50Ms.toFixed(1)} ms`],
    ['lag of an event behind its pace, p99', `${lagP99Ms.toFixed(1)} ms`],
    ['memory with no stream', formatMegabytes(idleBytes)],
    ['most memory with all streams', formatMegabytes(peakBytes)],
  ];
}

function pollRows({ store, costs, ratio }: PollCostResult): readonly Row[] {
  return costs.map(({ tasks, p50Micros }, index) => [
    store,
    formatCount(tasks),
    formatCount(p50Micros),
    index === costs.length - 1 ? formatRatio(ratio) : '',
  ]);
}

function largeSubmitRow(figures: LargeSubmitFigures): Row {
  const { beside, bytes, submits, seconds, polls, p50Ms, p99Ms, maxMs, residentBytes, failures } = figures;
  return [
    beside,
    beside === 'nothing' ? '' : formatMegabytes(bytes),
    beside === 'nothing' ? '' : formatCount(submits),
    seconds.toFixed(1),
    formatCount(polls),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    maxMs.toFixed(1),
    formatMegabytes(residentBytes),
    formatCount(failures),
  ];
}
