import type { Measurements } from './report.ts';
import { toTables } from './tables.ts';

/** The page `docs/bench.md` of one run. */
export function toPage(
  measurements: Measurements,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): string {
  return `# How fast the mock is

<!-- Written by \`npm run bench -- --write\`: do not edit. -->

For those who choose a mock and want to know how fast it is: one run of \`npm run bench\`.

${toTables(measurements)}

## How it is measured

- Three servers on one machine: \`gatewright mock\`, \`prism mock -m false generated/openapi.yaml\`, and \`bare\`, a server
  of \`node:http\` that checks the key, parses the body of the submission and returns the same bodies as gatewright.
- After a warm-up round, ${rounds} rounds: operation by operation, every server has one turn of ${seconds} seconds (and one second
  more before it) while the other two are paused. The table shows medians of the rounds.
- Text: a chat completion of 30 tokens by \`gatewright mock --clock manual\`, which does not wait between chunks, and by aimock with one
  fixture of as many words. gatewright counts tokens, holds and settles money and writes each answer from scratch; aimock looks its answer up.
- A ratio is the median of the ratios of the rounds, with the lowest and the highest in brackets: what else the machine
  does in a round slows both of its sides.
- Server CPU is the processor time of the server process for one answer, from \`/proc\`.
- gatewright starts with a deposit that no run spends. It keeps the tasks that are submitted and finishes those that are
  due while it is measured; Prism answers the example of the contract and keeps nothing.
- Any answer that is an error fails the run, and each turn begins and ends with an answer that has to be a 200.
- A start is the time from starting the process to the first 200, median of five. Memory is the resident set, after the
  first 200 and after all rounds.
- Generating is timed as a new process that writes every file into an empty folder, median of three.

## Run it again

\`\`\`
npm run bench                      # about five minutes, with the durable gateway below
npm run bench -- --quick           # one short round, to see that it works
npm run bench -- --json out.json   # every turn of every round
npm run bench -- --write           # this page
\`\`\`

\`wrk\` is used when it is installed; without it autocannon, which can be slower than the fastest of these servers.
`;
}
