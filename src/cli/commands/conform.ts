import type { Terminal } from '../../conformance/conform-options.ts';
import { closestName, didYouMean } from '../../contract/names/closest-name.ts';
import { wantsColour } from '../../node/wants-colour.ts';
import { readConformOptions } from '../options/conform-options.ts';
import { findOwnModels } from '../own-models/prepare-models.ts';
import { printHelp } from '../print-help.ts';
import { readVersion } from '../read-version.ts';

const USAGE = `gatewright conform [BASE_URL] [options]

Tests any gateway against the interface specification and reports which statements of the specification it breaks.

  gatewright conform http://127.0.0.1:8080 --key sk-mock --only TSK

  --key KEY           key of an account with funds (a mock of this package needs none)
  --target FILE       YAML: address, keys by role, what the suite may do there (conformance/target.schema.json)
  --callback-url URL  where the gateway reaches the callback receiver, such as a tunnel; its local port as the fragment: #8090

  --plan              print what would run and the most that it can cost, and stop
  --spend-limit USD   start no case that could exceed this at the gateway's prices, even if the gateway accepts requests that it must reject
  --free-only         run only cases that must not be charged

  --models DIR        also the cases of these model files (default "models" of gatewright.config.json)
  --only WHAT         an area (TSK), folder of cases (tasks), case (tasks.image), requirement (GW-TSK-001), level (MUST) or model; repeated: all of them
  --skip WHAT         the same, left out
  --level LEVEL       the lowest level that counts: MUST, SHOULD or CHOICE
  --profile P         core: what the specification states and advises (default); reference: this project's choices as well
  --known-failing F   YAML list of {requirement or case, reason}; an entry that passes fails the run
  --list              print the cases and stop

  --jobs N            cases to run in parallel (default 8, or 16 if the target isolates cases), not counting those that mostly wait; 1: one at a time
  --seed TEXT         text in generated values, such as idempotency keys: pass the one that a report shows to repeat its run
  --bail              start no case after the first failure
  --report KIND=FILE  write a report, repeatable: json, junit, ctrf, sarif, html, badge
  --quiet             print what failed and the last line only
  --help              this text

Exit code: 0 nothing failed, 1 something failed, 2 it could not be carried out, 130 interrupted (what was found so far is reported). Environment: NO_COLOR=1 disables colours.
`;

/** `gatewright conform`: returns the exit code. */
export async function runConform(args: readonly string[]): Promise<number> {
  const read = readConformOptions(args);
  if (read.kind === 'help') return printHelp(USAGE);
  const prepared = await findOwnModels(read.models);
  const [{ conform }, version] = await Promise.all([import('../../conformance/conform.ts'), readVersion()]);
  const interrupting = new AbortController();
  process.once('SIGINT', () => interrupting.abort()); // the second one ends the process at once
  const code = await conform(
    { ...read.options, generated: prepared?.tables },
    terminal(interrupting.signal),
    version,
  );
  // Cases that were interrupted wait for tasks and callbacks.
  if (interrupting.signal.aborted) process.exit(code);
  return code;
}

function terminal(signal: AbortSignal): Terminal {
  const { stdout, stderr } = process;
  return {
    print: (text) => void stdout.write(text),
    tell: (text) => void stderr.write(text),
    width: stdout.columns ?? 100,
    isColoured: wantsColour(stdout),
    isLive: stderr.isTTY && process.env.TERM !== 'dumb',
    didYouMean: (name, known) => didYouMean(closestName(name, known)),
    env: process.env,
    signal,
  };
}
