import { createInterface } from 'node:readline';
import { refuse } from '../../options/refusal.ts';
import { CallFailure } from '../call-failure.ts';

/**
 * Says what a submission costs, and asks whether to go on unless that was said already. Where nobody can answer, it is refused: a
 * script that spends money says so with `--yes`.
 */
export async function confirmCost(quote: string, isAgreed: boolean, signal: AbortSignal): Promise<void> {
  if (isAgreed) {
    process.stderr.write(`${quote}\n`);
    return;
  }
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    refuse(`${quote}. There is no terminal to ask on: --yes submits it.`);
  const isYes = await confirm(`${quote}. Submit it? [y/N] `, signal);
  signal.throwIfAborted();
  if (!isYes) throw new CallFailure('Nothing was submitted.');
}

/** The end of input, and an abort, mean no. */
function confirm(question: string, signal: AbortSignal): Promise<boolean> {
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, terminal: false });
  let isAnswered = false;
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      isAnswered = true;
      resolve(/^y(es)?$/i.test(line.trim()));
      lines.close();
    });
    lines.once('close', () => {
      if (!isAnswered) process.stderr.write('\n');
      resolve(false);
    });
    signal.addEventListener('abort', () => lines.close(), { once: true });
  });
}
