import { afterAll, expect, test } from 'vitest';
import { expandCases } from '../../src/conformance/expand/expand.ts';
import type { CaseResult } from '../../src/conformance/run/result.ts';
import { type JsonObject, toList, toObject } from '../../src/conformance/suite/json.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import { modelsFor } from '../../src/contract/catalogue.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { runAgainst } from './mutants/run-mutant.ts';
import type { Tampering } from './mutants/tampering.ts';
import {
  accepting,
  both,
  changingAnswer,
  changingEvents,
  changingImage,
  changingResponse,
  changingUsage,
  isSuccess,
  ofModel,
  refusal,
  refusing,
  toChat,
  toImages,
  toModels,
  toResponses,
  toTasks,
} from './mutants/tampers.ts';

const suite = await readSuite();
const all = expandCases(suite);
const mock = await startMockServer({ port: 0, host: '127.0.0.1' });
if (mock.kind === 'failed') throw new Error(mock.message);
const { baseUrl } = mock;
afterAll(() => mock.close());

async function run(id: string, tampering: Tampering): Promise<CaseResult> {
  const cases = all.filter((one) => one.id === id);
  const [result] = await runAgainst({ suite, cases, gatewayUrl: baseUrl }, tampering);
  if (!result) throw new Error(`There is no case ${id}`);
  return result;
}

/** Requirements with an outcome, each once; choices of this project left out. */
function idsOf({ checks }: CaseResult, outcome: string): readonly string[] {
  const ids = checks.flatMap(({ requirement = '', outcome: own }) => (own === outcome ? [requirement] : []));
  return [...new Set(ids)].filter((id) => suite.requirements.get(id)?.level !== 'CHOICE').sort();
}

const unlisted = (...ids: readonly string[]): Tampering =>
  changingAnswer(toModels, (body) => ({
    ...body,
    data: (body.data as { id: string }[]).filter(({ id }) => !ids.includes(id)),
  }));

test('a response with a wrong status fails the checks of its status; those of its body are unproven', async () => {
  const result = await run('chat.completion', refusing(toChat, 404));
  expect(idsOf(result, 'failed')).toEqual(['GW-CHT-001', 'GW-CHT-002']);
  expect(idsOf(result, 'unproven')).toEqual(expect.arrayContaining(['GW-CHT-012', 'GW-USE-012']));
  expect(result.checks.find(({ requirement }) => requirement === 'GW-USE-012')?.actual).toBe(
    'not checked: status 404: "refused"',
  );
});

test.each([
  ['caching.implicit', toChat],
  ['caching.implicit-response', toResponses],
  ['caching.both-endpoints', toChat],
  ['chat.output-limit-too-high', toChat],
  ['tools.image-search-without-image', toResponses],
  ['tools.not-called', toResponses],
] as const)('a missing endpoint has no responses: %s', async (id, to) => {
  const result = await run(id, refusing(to, 404));
  const about = ['GW-TOL-018']; // that its request is accepted
  expect(idsOf(result, 'failed').filter((one) => !about.includes(one))).toEqual([]);
  expect(idsOf(result, 'unproven').length).toBeGreaterThan(0);
});

test.each([
  ['tasks.image', ['GW-TSK-001']],
  ['results.image-item/qx', []],
  ['sizes.qx-table/std-16x9', []],
] as const)(
  'if no poll finds the task, only requirements that state the status fail: %s',
  async (id, demanding) => {
    const result = await run(id, refusing(toTasks, 404));
    expect(idsOf(result, 'failed')).toEqual(demanding);
    expect(result.checks.map(({ actual }) => actual)).toContain(
      'not checked: GET /v1/tasks/{task_id} returned 404',
    );
  },
);

test('a task that is no longer found fails the check that its record stays the same', async () => {
  const result = await run(
    'tasks.image',
    changingResponse(toTasks, (response, _request, memory) => {
      if (memory.hasEnded) return refusal(404);
      memory.hasEnded = isSuccess(toObject(response.body));
      return response;
    }),
  );
  expect(idsOf(result, 'failed')).toContain('GW-TSK-018');
});

test('a connection that is closed without a response fails the status check, and proves nothing about tasks', async () => {
  const result = await run('submission.image-model/list', {
    response(response, request) {
      if (toImages(request)) throw new Error('It breaks off.');
      return response;
    },
  });
  expect(idsOf(result, 'failed')).toEqual(['GW-SUB-010']);
  expect(idsOf(result, 'unproven')).toEqual(['GW-SUB-014']);
});

test('a model that is not listed causes no other failures', async () => {
  const result = await run('video.seed/zero', unlisted('vxq3'));
  expect(result.outcome).toBe('unproven');
  expect(result.checks.map(({ actual }) => actual)).toEqual(
    result.checks.map(() => 'the target does not list vxq3'),
  );
});

test('an endpoint none of whose models is listed causes no failures either', async () => {
  const chat = modelsFor('chat_completion').map(({ identity }) => identity.id);
  const result = await run('chat.no-model', unlisted(...chat));
  expect(result.checks.map(({ actual }) => actual)).toContain(
    `the target does not list ${chat.join(' or ')}`,
  );
  expect(idsOf(result, 'failed')).toEqual([]);
});

test('accepting a bad request fails the limit requirement, not the error-format one', async () => {
  const accepts = accepting(both(toImages, ofModel('sx-5-0-pro')));
  expect(idsOf(await run('limits.pro-count', accepts), 'failed')).toContain('GW-IMG-SXP-003');
  const errors = await run('errors.bad-request/image-forbidden', accepts);
  expect([idsOf(errors, 'failed'), errors.outcome]).toEqual([[], 'unproven']);
});

test('without a retry, times between retries are unproven', async () => {
  const result = await run('callbacks.retries-to-the-end', { callbackStatus: () => 200 });
  expect(idsOf(result, 'failed')).toEqual(['GW-CBK-016', 'GW-CBK-021']);
  expect(idsOf(result, 'unproven')).toEqual(
    expect.arrayContaining(['GW-CBK-020', 'GW-CBK-022', 'GW-CBK-023', 'GW-CBK-024', 'GW-CBK-027']),
  );
});

test('the text that a CORS middleware answers a preflight with need not be JSON', async () => {
  const plain = changingResponse(
    ({ method }) => method === 'OPTIONS',
    (response) => ({
      status: 200,
      headers: { ...response.headers, 'content-type': 'text/plain; charset=utf-8' },
      bytes: Buffer.from('OK'),
    }),
  );
  const result = await run('balance.preflight/v1', plain);
  expect([idsOf(result, 'failed'), result.outcome]).toEqual([[], 'passed']);
});

test('image_search without an image may be rejected', async () => {
  const result = await run('tools.image-search-without-image-scripted', refusing(toResponses));
  expect(idsOf(result, 'failed')).toEqual([]);
});

/** Absent members as some serializers write them. */
const nulls = (...names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, null]));

const NULLS: readonly (readonly [string, Tampering])[] = [
  [
    'layers.not-asked-for',
    changingImage((image) => ({ ...nulls('layer_decomposition', 'layers'), ...image })),
  ],
  [
    'layers.record/jpeg',
    changingImage((image) => ({
      ...image,
      layers: toList(image.layers).map((layer) => ({
        ...nulls('name', 'description', 'bounding_box'),
        ...toObject(layer),
      })),
    })),
  ],
  [
    'chat.tools-ignored-streamed',
    changingEvents(toChat, (event) => ({
      usage: null,
      ...event,
      choices: toList(event.choices)
        .map(toObject)
        .map((choice) => ({
          ...choice,
          delta: { ...nulls('tool_calls'), ...toObject(choice.delta) },
        })),
    })),
  ],
  [
    'usage.chat/short',
    changingUsage(toChat, (usage) => ({
      ...usage,
      prompt_tokens_details: {
        ...nulls('cache_creation_input_tokens', 'cache_type'),
        ...toObject(usage.prompt_tokens_details),
      },
    })),
  ],
];

test.each(NULLS)('an optional member that is null is as good as absent: %s', async (id, tampering) => {
  const result = await run(id, tampering);
  expect([idsOf(result, 'failed'), idsOf(result, 'unproven')]).toEqual([[], []]);
});
