import { type Colour, createPaint } from '../conformance/terminal/paint.ts';
import { formatUsd } from '../contract/money.ts';
import type { AnsweredRequest } from '../mock/with-request-log.ts';

/** How a line is formatted. */
export interface RequestLineOptions {
  readonly isColoured: boolean;
  /** Time of day, such as `12:00:59`. */
  readonly time: string;
}

/** One line per request: time, status, operation, model, cost and duration. */
export function toRequestLine(request: AnsweredRequest, { isColoured, time }: RequestLineOptions): string {
  const { status, operation, method, path, model = '', cost, durationMs } = request;
  const paint = createPaint(isColoured);
  const cells = [
    paint(time, 'grey'),
    paint(status === undefined ? '---' : String(status), colourOf(status)),
    ...(operation === undefined
      ? [clean(`${method} ${path}`).padEnd(UNKNOWN_WIDTH)]
      : [
          operation.padEnd(22),
          clean(model).padEnd(17),
          paint((cost === undefined ? '' : `$${formatUsd(cost)}`).padEnd(10), 'bold'),
        ]),
    paint(formatDuration(durationMs).padStart(7), 'grey'),
    paint(formatDetails(request), colourOf(status)),
  ];
  return `${cells.join('  ').trimEnd()}\n`;
}

function colourOf(status: number | undefined): Colour {
  if (status === undefined || status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
}

/** A request without an operation uses the columns of operation, model and cost for its path. */
const UNKNOWN_WIDTH = 22 + 2 + 17 + 2 + 10;

/** Removes control characters from client input, which could manipulate the terminal. */
function clean(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, UNKNOWN_WIDTH);
}

function formatDuration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}

function formatDetails({ status, reason, scenario, session }: AnsweredRequest): string {
  return [
    status === undefined ? 'connection dropped' : reason,
    scenario === undefined ? undefined : `scenario ${scenario}`,
    session === undefined ? undefined : `session ${session}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
