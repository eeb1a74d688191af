import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readOperations } from './document-operations.ts';
import { judgeReport, readExclusions } from './exclusions.ts';
import { startLiar } from './liar.ts';
import { DOCUMENT, startPrismProxy } from './prism.ts';
import { startMock } from './processes.ts';
import { runConform } from './run-conform.ts';
import { type Detour, openSwitchboard, type SeenAnswer } from './switchboard.ts';
import type { Finding, Setting, Witness } from './witness.ts';

const DATA = join(import.meta.dirname, 'behind-prism.yaml');
/** Its answers go around Prism; those of all other operations must have been seen. */
const UNSEEN = ['getFile'];

/** The whole suite with `prism proxy --errors` between it and the mock. */
export const behindPrism: Witness = { name: 'suite behind prism proxy --errors', run };

async function run({ folder }: Setting): Promise<Finding> {
  const operations = readOperations(DOCUMENT);
  const { around: detours } = parse(await readFile(DATA, 'utf8')) as { readonly around: readonly Detour[] };
  const blind = await expectSight();
  await using mock = await startMock();
  await using prism = await startPrismProxy(mock.baseUrl);
  await using board = await openSwitchboard({
    gateway: mock.baseUrl,
    prism: prism.baseUrl,
    detours,
    operations,
  });
  const report = await runConform(folder, [board.baseUrl]);
  const { passed, faults, leftOut } = judgeReport(report, await readExclusions(DATA));
  const unused = detours.filter(({ reason }) => board.around[reason] === undefined);
  const streams = board.seen.filter(({ type }) => type.startsWith('text/event-stream')).length;
  return {
    looked: `${board.seen.length} answers (${streams} streams), ${passed} cases`,
    faults: [
      ...blind,
      ...violations(board.seen),
      ...unseen(
        board.seen,
        operations.map(({ id }) => id),
      ),
      ...unused.map(({ when }) => `No request goes around Prism because of ${when}: remove the rule`),
      ...faults,
    ],
    leftOut: { ...board.around, ...leftOut },
  };
}

function violations(seen: readonly SeenAnswer[]): readonly string[] {
  return seen.flatMap(({ method, path, status, violation }) =>
    violation === undefined ? [] : [`${method} ${path} ${status}: ${violation}`],
  );
}

/** Operations of which Prism saw no successful response: nothing was proven about them. */
function unseen(seen: readonly SeenAnswer[], operations: readonly string[]): readonly string[] {
  const met = new Set(seen.filter(({ status }) => status < 300).map(({ operation }) => operation));
  return operations
    .filter((id) => !met.has(id) && !UNSEEN.includes(id))
    .map((id) => `Prism saw no successful answer of ${id}`);
}

/** Prism must report a deliberately broken gateway; otherwise its silence proves nothing. */
async function expectSight(): Promise<readonly string[]> {
  await using liar = await startLiar();
  await using prism = await startPrismProxy(liar.baseUrl);
  const response = await fetch(`${prism.baseUrl}/v1/models`, { headers: { authorization: 'Bearer sk-any' } });
  const isSeen = response.status === 500 && response.headers.has('sl-violations');
  return isSeen ? [] : [`Prism does not see that a list of models without data is wrong: ${response.status}`];
}
