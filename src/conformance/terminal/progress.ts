import type { Terminal } from '../conform-options.ts';
import type { CaseResult } from '../run/result.ts';
import { clean, createPaint, plural } from './paint.ts';

export interface Progress {
  readonly update: (result: CaseResult, done: number) => void;
  readonly end: () => void;
}

const BAR = 30;
const FRAME_MS = 80;
/** Failed cases that are listed during the run, where no bar can be drawn. */
const MAX_LINES = 25;
const SILENT: Progress = { update: () => {}, end: () => {} };

/** A bar that is redrawn in place on a terminal; elsewhere a line for each failed case and for each tenth of the run. */
export function createProgress(
  all: number,
  terminal: Pick<Terminal, 'tell' | 'isLive' | 'isColoured'>,
  isQuiet: boolean,
): Progress {
  if (isQuiet) return SILENT;
  return terminal.isLive ? createBar(all, terminal) : createLines(all, terminal);
}

function createBar(all: number, { tell, isColoured }: Pick<Terminal, 'tell' | 'isColoured'>): Progress {
  const paint = createPaint(isColoured);
  const started = performance.now();
  let [failed, drawn, hasEnded] = [0, 0, false];
  const draw = (done: number): void => {
    const filled = Math.round((done / Math.max(all, 1)) * BAR);
    const bar =
      paint('━'.repeat(filled), failed > 0 ? 'red' : 'green') + paint('─'.repeat(BAR - filled), 'grey');
    const seconds = `${Math.round((performance.now() - started) / 1000)} s`;
    const failures = failed > 0 ? `  ${paint(`${failed} failed`, 'red')}` : '';
    tell(`\r\u001b[K${bar}  ${done}/${plural(all, 'case')}${failures}  ${paint(seconds, 'grey')}`);
  };
  draw(0);
  return {
    update({ outcome }, done) {
      failed += outcome === 'failed' ? 1 : 0;
      if (hasEnded || (performance.now() - drawn < FRAME_MS && done < all)) return;
      drawn = performance.now();
      draw(done);
    },
    end() {
      hasEnded = true; // a case may end while the reports are written
      tell('\r\u001b[K');
    },
  };
}

function createLines(all: number, { tell }: Pick<Terminal, 'tell'>): Progress {
  let [failed, printedTenth] = [0, 0];
  return {
    update({ id, title, outcome }, done) {
      if (outcome === 'failed' || outcome === 'error') {
        failed += 1;
        if (failed <= MAX_LINES)
          tell(`${outcome === 'failed' ? 'failed' : 'error '} ${id}: ${clean(title)}\n`);
        if (failed === MAX_LINES) tell('further failures are only counted here, and listed at the end\n');
      }
      const tenth = Math.floor((done * 10) / all);
      if (tenth === printedTenth && done < all) return;
      if (tenth !== printedTenth) tell(`${done} of ${plural(all, 'case')}, ${failed} failed\n`);
      printedTenth = tenth;
    },
    end: () => {},
  };
}
