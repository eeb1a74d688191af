import { createServer, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import type { ExpandedCase } from '../../src/conformance/expand/expand.ts';
import { type RunOptions, runSuite } from '../../src/conformance/run/run-suite.ts';
import type { Step } from '../../src/conformance/suite/case.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import type { FiledCase, Suite } from '../../src/conformance/suite/suite.ts';
import type { Target } from '../../src/conformance/target/target.ts';
import { closeServer, listenOnLoopback } from '../support/loopback.ts';

/** A request as a small gateway receives it. */
export interface Asked {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What is not given: status 200, no headers, an empty object. */
interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Listens until the test is over. `undefined` closes the connection without a response; a text is sent as it is. */
export async function startSmall(
  answer: (asked: Asked) => Answer | undefined,
): Promise<{ readonly baseUrl: string; readonly asked: readonly Asked[] }> {
  const all: Asked[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked = { method, path: url.split('?')[0] ?? '', url, headers, body: Buffer.concat(chunks) };
      all.push(asked);
      const given = answer(asked);
      if (given === undefined) return void response.destroy();
      const { status = 200, headers: own, body = {} } = given;
      response.writeHead(status, { 'content-type': 'application/json', ...own });
      return void response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  onTestFinished(() => closeServer(server));
  return { baseUrl: `http://127.0.0.1:${await listenOnLoopback(server)}`, asked: all };
}

/** A requirement of each level, so that the outcome of a check does not depend on the specification. */
export const [MUST, SHOULD] = ['GW-POT-001', 'GW-POT-002'] as const;

/** The suite with the requirements of the tests, and without invariants. */
export async function smallSuite(): Promise<Suite> {
  const about = { section: '1', statement: 'A pot is whole.' };
  return {
    ...(await readSuite()),
    invariants: [],
    requirements: new Map([
      [MUST, { ...about, id: MUST, level: 'MUST' }],
      [SHOULD, { ...about, id: SHOULD, level: 'SHOULD' }],
    ]),
  };
}

/** A case without rows. */
export function caseOf(steps: readonly Step[], more: Partial<FiledCase> = {}): ExpandedCase {
  const one = { id: 'test.pot', title: 'a pot', file: 'test/pots/pots.yaml', requirement: MUST, ...more };
  return { ...one, steps, values: {} };
}

/** Runs cases against a gateway at this address. */
export async function runSmall(
  target: Partial<Target> & Pick<Target, 'base_url'>,
  cases: readonly ExpandedCase[],
  options: Partial<RunOptions> = {},
) {
  return await runSuite({
    suite: await smallSuite(),
    target: { keys: { rich: 'sk-rich' }, ...target },
    cases,
    jobs: 1,
    seed: 'test',
    ...options,
  });
}

/** What became of each check of a case: its outcome, and what was received in place of what was expected. */
export async function tellChecks(
  target: Partial<Target> & Pick<Target, 'base_url'>,
  steps: readonly Step[],
  more: Partial<FiledCase> = {},
): Promise<readonly string[]> {
  const results = await runSmall(target, [caseOf(steps, more)]);
  return results.flatMap(({ checks }) =>
    checks.map(({ outcome, actual }) => (actual === undefined ? outcome : `${outcome}: ${actual}`)),
  );
}
