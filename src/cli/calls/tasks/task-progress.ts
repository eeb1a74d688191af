import type { TaskRecord } from '../../../client/index.ts';
import { clean, createPaint } from '../../../conformance/terminal/paint.ts';
import { wantsColour } from '../../../node/wants-colour.ts';

/** Shows how far a task is. */
export interface TaskProgress {
  update(record: TaskRecord): void;
  end(): void;
}

const BAR = 30;
/** What is beside the bar, at most: `  67%  processing  1234 s`. */
const BESIDE_BAR = 26;
const REDRAW_MS = 1000;
const SILENT: TaskProgress = { update: () => {}, end: () => {} };

/** A bar that is redrawn in place on a terminal; elsewhere a line for each change. */
export function createTaskProgress(output: NodeJS.WriteStream, isQuiet: boolean): TaskProgress {
  if (output.isTTY && process.env.TERM !== 'dumb') return createBar(output);
  return isQuiet ? SILENT : createLines(output);
}

function createBar(output: NodeJS.WriteStream): TaskProgress {
  const paint = createPaint(wantsColour(output));
  const started = performance.now();
  let [status, progress] = ['submitted', 0];
  const draw = () => {
    // A line that wraps could not be redrawn in place.
    const room = output.columns > 0 ? output.columns : BAR + BESIDE_BAR;
    const length = Math.min(BAR, Math.max(0, room - BESIDE_BAR));
    const filled = Math.round((Math.min(100, Math.max(0, progress)) / 100) * length);
    const bar = paint('━'.repeat(filled), 'green') + paint('─'.repeat(length - filled), 'grey');
    const percent = ` ${String(progress).padStart(3)}%`;
    const state = `  ${status}`.slice(0, Math.max(0, room - length - percent.length));
    const seconds = `  ${Math.round((performance.now() - started) / 1000)} s`;
    const time = length + percent.length + state.length + seconds.length < room ? paint(seconds, 'grey') : '';
    output.write(`\r\u001b[K${bar}${percent}${state}${time}`);
  };
  draw();
  // Polls are seconds apart: the time shows that the command still waits.
  const timer = setInterval(draw, REDRAW_MS).unref();
  return {
    update(record) {
      [status, progress] = [clean(String(record.status)), percentOf(record)];
      draw();
    },
    end() {
      clearInterval(timer);
      output.write('\r\u001b[K');
    },
  };
}

function createLines(output: NodeJS.WriteStream): TaskProgress {
  let last = '';
  return {
    update(record) {
      const line = `${clean(String(record.status))}, ${percentOf(record)}%\n`;
      if (line !== last) output.write(line);
      last = line;
    },
    end: () => {},
  };
}

/** Other implementations may leave the progress out. */
function percentOf({ progress }: TaskRecord): number {
  return Number.isFinite(progress) ? Math.round(progress) : 0;
}
