import { afterAll, expect, test } from 'vitest';
import { expandCases } from '../../src/conformance/expand/expand.ts';
import { runSuite } from '../../src/conformance/run/run-suite.ts';
import { type JsonObject, toList, toObject } from '../../src/conformance/suite/json.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import { findTarget } from '../../src/conformance/target/find-target.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { startTampered } from './mutants/start-tampered.ts';
import type { TamperedRequest, Tampering } from './mutants/tampering.ts';
import {
  changingAnswer,
  changingBody,
  changingResponse,
  changingUsage,
  joined,
  refusal,
  to,
  toChat,
  toImages,
  toResponses,
  withJson,
  without,
} from './mutants/tampers.ts';

const mock = await startMockServer({ port: 0, host: '127.0.0.1' });
if (mock.kind === 'failed') throw new Error(mock.message);
afterAll(() => mock.close());
const suite = await readSuite();

/** The proxy hides that a client leaves early; large files take long on a busy machine. */
const LEFT_OUT = /^usage.left-early$|bytes|pixels/;

/** The checks that a gateway fails in the cases of some folders, without those of choices. */
async function failuresOf(
  tampering: Tampering,
  folders: readonly string[],
  ids = /./,
): Promise<readonly string[]> {
  await using gateway = await startTampered(mock.kind === 'failed' ? '' : mock.baseUrl, tampering);
  const target = await findTarget({ base_url: gateway.baseUrl });
  const cases = expandCases(suite).filter(
    ({ id, file }) => folders.includes(file.split('/')[2] ?? '') && ids.test(id) && !LEFT_OUT.test(id),
  );
  const results = await runSuite({ suite, target, cases, jobs: 4, seed: 'others' });
  expect(results).toHaveLength(cases.length);
  return results.flatMap(({ id, checks }) =>
    checks
      .filter(
        ({ outcome, requirement = '' }) =>
          (outcome === 'failed' || outcome === 'warning') &&
          suite.requirements.get(requirement)?.level !== 'CHOICE',
      )
      .map(({ requirement, actual }) => `${id} ${requirement}: ${actual}`),
  );
}

/** The first balance after a text answer or a failure is the one before it. */
const late: Tampering = changingResponse(
  () => true,
  (response, request, memory) => {
    const isText = toChat(request) || toResponses(request);
    if (isText || toObject(response.body).status === 'failed') memory.isLate = true;
    if (!to('/v1/user/balance')(request)) return response;
    const before = memory.isLate === true ? memory.balance : undefined;
    memory.isLate = false;
    memory.balance = response.body;
    return before === undefined ? response : withJson(response, toObject(before as JsonObject));
  },
);

test('a gateway where charges and refunds show a little later fails nothing', async () => {
  expect(await failuresOf(late, ['usage', 'pricing', 'caching', 'pdf'])).toEqual([]);
}, 120_000);

/** Tools that were declared and not called have a count of 0. */
const zeros: Tampering = changingUsage(toResponses, (usage) => ({
  ...usage,
  x_tools: { web_search_image: { count: 0 }, made_up: { count: 0 }, ...toObject(usage.x_tools) },
}));

test('a gateway that lists tools with a count of 0 fails nothing', async () => {
  expect(await failuresOf(zeros, ['tools', 'usage', 'responses'])).toEqual([]);
}, 120_000);

const named: Tampering = changingUsage(
  () => true,
  (usage) => ({
    ...usage,
    prompt_tokens_details: { cache_type: 'none', ...toObject(usage.prompt_tokens_details) },
  }),
);

test('a gateway with another cache_type where there is no explicit cache fails nothing', async () => {
  expect(await failuresOf(named, ['caching', 'usage', 'responses'])).toEqual([]);
}, 120_000);

/** Numbers in quotes are read as numbers, except for lite. */
const unquoting: Tampering = changingBody(
  (request) => toImages(request) && !String(request.body?.model).toLowerCase().includes('lite'),
  (body) => ({
    ...body,
    ...(typeof body.n === 'string' && /^\d+$/.test(body.n) && { n: Number(body.n) }),
    ...(typeof body.watermark === 'string' &&
      /^(true|false)$/.test(body.watermark) && { watermark: body.watermark === 'true' }),
  }),
);

test('a gateway that reads numbers in quotes fails nothing', async () => {
  expect(await failuresOf(unquoting, ['limits', 'submission'])).toEqual([]);
}, 120_000);

/** One token for every four characters, whatever the words are. */
const countTokens = (text: string): number => Math.ceil(text.length / 4);
const textOf = ({ body }: TamperedRequest): string =>
  [
    body?.prompt ?? '',
    ...toList(
      body?.messages ?? (typeof body?.input === 'string' ? [{ content: body.input }] : body?.input),
    ).map((message) => {
      const { content } = toObject(message);
      return typeof content === 'string'
        ? content
        : toList(content)
            .map((part) => toObject(part).text ?? '')
            .join('');
    }),
  ].join('');

/** A gateway that counts the tokens of long texts in characters. */
const byCharacters: Tampering = changingResponse(
  (request) => toChat(request) || toResponses(request) || toImages(request),
  (response, request) => {
    const count = countTokens(textOf(request));
    if (toImages(request)) return count > 4500 ? refusal(400) : response;
    if (response.status !== 400) return response;
    return count > 983_616 ? response : withJson({ ...response, status: 200 }, { object: 'chat.completion' });
  },
);

test('a gateway that counts a token for every four characters fails nothing', async () => {
  const folders = ['chat', 'responses', 'limits'];
  expect(await failuresOf(byCharacters, folders, /too-long|qx-prompt-length/)).toEqual([]);
}, 120_000);

/** A model that has tools but decides to answer without them. */
const withoutCalls: Tampering = joined(
  changingAnswer(toResponses, ({ output, ...body }) => ({
    ...body,
    output: toList(output).filter((item) => toObject(item).type !== 'web_search_call'),
  })),
  changingUsage(toResponses, (usage) => without(usage, 'x_tools')),
);

test('a gateway whose model calls no tool although it is asked to fails nothing', async () => {
  expect(await failuresOf(withoutCalls, ['tools'], /asked|web-search-called/)).toEqual([]);
}, 120_000);

/** A gateway with five tokens for every four words, and three more around them, that caches marked content from some length on. */
const withMoreTokens = (least: number): Tampering =>
  changingUsage(toChat, (usage) => {
    const words = Number(usage.prompt_tokens);
    const content = Math.ceil((words * 5) / 4);
    return {
      ...usage,
      prompt_tokens: content + 3,
      prompt_tokens_details: { cached_tokens: 0, cache_creation_input_tokens: content < least ? 0 : content },
    };
  });

test('whoever counts tokens differently caches from 1024 of them on', async () => {
  expect(await failuresOf(withMoreTokens(1024), ['caching'], /caching\.edge/)).toEqual([]);
  const failures = await failuresOf(withMoreTokens(1000), ['caching'], /caching\.edge/);
  expect(failures.map((failure) => failure.split(':')[0])).toContain('caching.edge GW-CCH-003');
  const others = await failuresOf(withMoreTokens(1040), ['caching'], /caching\.edge/);
  expect(others.map((failure) => failure.split(':')[0])).toContain('caching.edge GW-CCH-002');
}, 120_000);
