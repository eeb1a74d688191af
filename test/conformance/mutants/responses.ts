import { type JsonObject, toList, toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants, type TamperedResponse, type Tampering } from './tampering.ts';
import {
  changingAnswer,
  changingBody,
  changingEvents,
  changingResponse,
  changingUsage,
  hidingUnits,
  joined,
  overcharging,
  refusal,
  refusing,
  toResponses,
  without,
} from './tampers.ts';

const tools = (body: JsonObject | undefined): readonly string[] =>
  toList(body?.tools).map((tool) => String(toObject(tool).type));

const output = (change: (items: readonly JsonObject[]) => readonly JsonObject[]): Tampering =>
  changingAnswer(toResponses, (body) => ({ ...body, output: change(toList(body.output).map(toObject)) }));

const renaming = (names: Readonly<Record<string, string>>): Tampering =>
  changingBody(toResponses, (body) =>
    body.tools === undefined
      ? body
      : { ...body, tools: tools(body).map((name) => ({ type: names[name] ?? name })) },
  );

const calledTools = ({ body }: TamperedResponse): JsonObject =>
  toObject(toObject(toObject(body).usage).x_tools);

const details = ({ body }: TamperedResponse): JsonObject =>
  toObject(toObject(toObject(body).usage).prompt_tokens_details);

const uncalledCharged = overcharging((response, request) =>
  toResponses(request) &&
  response.status === 200 &&
  tools(request.body).length > 0 &&
  Object.keys(calledTools(response)).length === 0
    ? 0.01
    : 0,
);

/** What the mock takes for a call, in US dollars. */
const FEES: Readonly<Record<string, number>> = {
  web_search: 0.01,
  web_extractor: 0.005,
  code_interpreter: 0.008,
  web_search_image: 0.01,
  image_search: 0.012,
};

const feesOf = (response: TamperedResponse): number =>
  Object.entries(calledTools(response))
    .map(([tool, call]) => (FEES[tool] ?? 0) * Number(toObject(call).count ?? 0))
    .reduce((sum, fee) => sum + fee, 0);

const streamedFeesOf = ({ bytes }: TamperedResponse): number =>
  Object.entries(FEES)
    .filter(([tool]) => Buffer.from(bytes).includes(`"${tool}":{"count":`))
    .reduce((sum, [, fee]) => sum + fee, 0);

const callsFree = overcharging((response, request) => (toResponses(request) ? -feesOf(response) : 0));

const callsFreeOnHit = overcharging((response, request) =>
  toResponses(request) && Number(details(response).cached_tokens) > 0 ? -feesOf(response) : 0,
);

const secondToolFree = overcharging((response, request) => {
  const [, second] = toResponses(request) ? Object.keys(calledTools(response)) : [];
  return second === undefined ? 0 : -(FEES[second] ?? 0);
});

/** Faults of responses and tools: section 4.6. */
export const responseMutants = defineMutants(
  ['responses', 'tools', 'usage', 'pdf', 'pricing'],
  [
    [
      'responses-no-output',
      'A response has no output.',
      changingAnswer(toResponses, (body) => without(body, 'output')),
    ],
    [
      'responses-no-reasoning',
      'A response has no reasoning item.',
      output((items) => items.filter(({ type }) => type !== 'reasoning')),
    ],
    [
      'responses-no-message',
      'A response has no message item.',
      output((items) => items.filter(({ type }) => type !== 'message')),
    ],
    [
      'responses-text-type',
      'The text of a message is of type text.',
      output((items) =>
        items.map((item) =>
          item.type === 'message'
            ? { ...item, content: toList(item.content).map((part) => ({ ...toObject(part), type: 'text' })) }
            : item,
        ),
      ),
    ],
    [
      'responses-chat-object',
      'A response has the form of a chat completion.',
      changingAnswer(toResponses, (body) => ({
        choices: [{ message: body.output ?? null }],
        usage: body.usage,
      })),
    ],
    [
      'responses-usage-names',
      'The usage has the names of chat completions.',
      changingUsage(toResponses, (one) => ({
        ...without(one, 'input_tokens', 'output_tokens'),
        prompt_tokens: one.input_tokens,
        completion_tokens: one.output_tokens,
      })),
    ],
    [
      'responses-no-reasoning-tokens',
      'The usage does not report thinking tokens.',
      changingUsage(toResponses, (one) => without(one, 'output_tokens_details')),
    ],
    [
      'responses-thinking-more',
      'There are more thinking tokens than output tokens.',
      changingUsage(toResponses, (one) => ({
        ...one,
        output_tokens_details: { reasoning_tokens: Number(one.output_tokens) + 1 },
      })),
    ],
    [
      'responses-thinking-more-streamed',
      'A streamed response has more thinking tokens than output tokens.',
      changingEvents(toResponses, (event) => {
        const answer = toObject(event.response);
        const usage = toObject(answer.usage);
        const details = { reasoning_tokens: Number(usage.output_tokens) + 1 };
        return usage.output_tokens === undefined
          ? event
          : { ...event, response: { ...answer, usage: { ...usage, output_tokens_details: details } } };
      }),
    ],
    [
      'responses-max-output',
      'max_output_tokens is ignored.',
      changingBody(toResponses, (body) =>
        body.max_output_tokens === undefined
          ? body
          : { ...body, max_output_tokens: Number(body.max_output_tokens) + 60 },
      ),
    ],
    [
      'responses-stream-charge',
      'A streamed response costs more than its tokens.',
      overcharging(({ status }, request) =>
        toResponses(request) && status === 200 && request.body?.stream === true ? 0.0001 : 0,
      ),
    ],
    [
      'responses-pdf',
      'A PDF is refused.',
      refusing((request) => toResponses(request) && /"(input_)?file"/.test(request.text)),
    ],
    [
      'responses-pdf-streamed',
      'A PDF is refused in a stream.',
      refusing(
        (request) =>
          toResponses(request) && request.body?.stream === true && /"(input_)?file"/.test(request.text),
      ),
    ],
    [
      'responses-string',
      'A string as input is refused.',
      refusing((request) => toResponses(request) && typeof request.body?.input === 'string'),
    ],
    [
      'responses-image',
      'An image as input is refused.',
      refusing((request) => toResponses(request) && request.text.includes('input_image')),
    ],
    [
      'tools-unknown',
      'An unknown tool is refused.',
      refusing((request) => toResponses(request) && tools(request.body).some((name) => !KNOWN.has(name))),
    ],
    [
      'tools-unknown-streamed',
      'An unknown tool is refused in a stream.',
      refusing(
        (request) =>
          toResponses(request) &&
          request.body?.stream === true &&
          tools(request.body).some((name) => !KNOWN.has(name)),
      ),
    ],
    [
      'tools-unknown-beside',
      'An unknown tool is refused beside a known one.',
      refusing((request) => {
        const names = toResponses(request) ? tools(request.body) : [];
        return names.some((name) => KNOWN.has(name)) && names.some((name) => !KNOWN.has(name));
      }),
    ],
    [
      'tools-unknown-called',
      'An unknown tool is called.',
      changingUsage(
        (request) => toResponses(request) && tools(request.body).some((name) => !KNOWN.has(name)),
        (one) => ({
          ...one,
          x_tools: {
            ...toObject(one.x_tools),
            t2i_search: { count: 1 },
            i2i_search: { count: 1 },
            no_such_tool: { count: 1 },
          },
        }),
      ),
    ],
    ['tools-i2i', 'i2i_search works like image_search.', renaming({ i2i_search: 'image_search' })],
    ['tools-t2i', 't2i_search works like web_search_image.', renaming({ t2i_search: 'web_search_image' })],
    ['tools-capitals', 'Web_Search works like web_search.', renaming({ Web_Search: 'web_search' })],
    [
      'tools-extractor-alone',
      'web_extractor without web_search is accepted.',
      changingBody(toResponses, (body) =>
        tools(body).includes('web_extractor') && !tools(body).includes('web_search')
          ? without(body, 'tools')
          : body,
      ),
    ],
    [
      'tools-extractor',
      'web_extractor with web_search is refused.',
      refusing((request) => toResponses(request) && tools(request.body).includes('web_extractor')),
    ],
    [
      'tools-extractor-500',
      'web_extractor without web_search is a server error.',
      changingResponse(toResponses, (response) =>
        response.status === 400 ? refusal(500, 'server_error') : response,
      ),
    ],
    [
      'tools-no-usage',
      'Tool calls are not in the usage.',
      changingUsage(toResponses, (one) => without(one, 'x_tools')),
    ],
    [
      'tools-count-list',
      'The tools of the usage are a list.',
      changingUsage(toResponses, (one) =>
        one.x_tools === undefined
          ? one
          : {
              ...one,
              x_tools: Object.entries(toObject(one.x_tools)).map(([name, count]) => ({
                name,
                count: toObject(count).count ?? 0,
              })),
            },
      ),
    ],
    [
      'tools-count-number',
      'The usage gives bare counts.',
      changingUsage(toResponses, (one) =>
        one.x_tools === undefined
          ? one
          : {
              ...one,
              x_tools: Object.fromEntries(
                Object.entries(toObject(one.x_tools)).map(([name, count]) => [
                  name,
                  toObject(count).count ?? 0,
                ]),
              ),
            },
      ),
    ],
    [
      'tools-undeclared',
      'A tool that was not declared is called.',
      changingUsage(toResponses, (one) => ({
        ...one,
        x_tools: { ...toObject(one.x_tools), code_interpreter: { count: 1 }, web_search_image: { count: 1 } },
      })),
    ],
    ['tools-always-charged', 'Declared tools are charged although they were not called.', uncalledCharged],
    [
      'tools-always-charged-unlisted',
      'Declared tools are charged although they were not called, and prices have no unit.',
      joined(hidingUnits, uncalledCharged),
    ],
    ['tools-free', 'Tool calls are free.', callsFree],
    ['tools-free-cached', 'Tool calls are free when the prompt is cached.', callsFreeOnHit],
    ['tools-second-free', 'Of two tools that were called, one is free.', secondToolFree],
    ['tools-free-unlisted', 'Tool calls are free, and prices have no unit.', joined(hidingUnits, callsFree)],
    [
      'tools-free-streamed',
      'Tool calls of a streamed response are free.',
      overcharging((response, request) =>
        toResponses(request) && request.body?.stream === true ? -streamedFeesOf(response) : 0,
      ),
    ],
    [
      'responses-stream-fee-unlisted',
      'A stream costs a fee, and prices have no unit.',
      joined(
        hidingUnits,
        overcharging(({ status }, request) =>
          toResponses(request) && status === 200 && request.body?.stream === true ? 0.01 : 0,
        ),
      ),
    ],
    [
      'tools-image-search',
      'image_search is called without an image.',
      changingUsage(
        (request) =>
          toResponses(request) &&
          tools(request.body).includes('image_search') &&
          !request.text.includes('input_image'),
        (one) => ({ ...one, x_tools: { ...toObject(one.x_tools), image_search: { count: 1 } } }),
      ),
    ],
    [
      'responses-any-name',
      'A response with a model that does not exist is given by the one there is.',
      changingBody(toResponses, (body) =>
        /^(no-such|qx3\.9)/.test(String(body.model)) ? { ...body, model: 'qx3.8-max' } : body,
      ),
    ],
    [
      'responses-highest-limit',
      'max_output_tokens of 131072 is refused.',
      refusing((request) => toResponses(request) && request.body?.max_output_tokens === 131_072),
    ],
  ],
);

const KNOWN = new Set([
  'web_search',
  'web_extractor',
  'code_interpreter',
  'web_search_image',
  'image_search',
]);
