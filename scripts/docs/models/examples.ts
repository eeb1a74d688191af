import type { Json, JsonObject, ModelSource } from '../../contract/contract.ts';
import { isObject, toEntries, toList, toObject, toText } from '../../contract/json.ts';
import { block, code, paragraphs, plain, toJson } from '../markdown.ts';
import { references, withSamples } from '../samples/sample-references.ts';
import type { SiteMock } from '../site.ts';

/** A request of the contract, with the answer of the mock. */
export interface AnsweredExample {
  readonly name: string;
  readonly request: JsonObject;
  /** The request with samples in place of addresses that lead nowhere. */
  readonly sent: JsonObject;
  readonly status: number;
  readonly answer: string;
  readonly language: string;
}

/** What the mock answers to the examples of a model. Rejects when it refuses a valid one. */
export async function answerExamples(
  model: ModelSource,
  mock: SiteMock,
): Promise<readonly AnsweredExample[]> {
  const { valid, invalid } = toObject(model.vocabulary['x-examples']);
  const accepted = await answerAll(model, toList(valid), mock);
  const wrong = accepted.find((example) => !isAccepted(example));
  if (wrong)
    throw new Error(`${model.id}: the mock refuses the valid example "${wrong.name}": ${wrong.answer}`);
  return [...accepted, ...(await answerAll(model, toList(invalid), mock))];
}

/** Examples as request and answer: those that are accepted, and those that are refused. */
export function describeExamples(examples: readonly AnsweredExample[]): string {
  const refused = examples.filter((example) => !isAccepted(example));
  return paragraphs([
    'The responses were recorded from the mock when this page was generated.',
    '### Accepted requests',
    ...examples.filter(isAccepted).map(describe),
    ...(refused.length > 0
      ? ['### Refused requests', 'A refused request is not charged.', ...refused.map(describe)]
      : []),
  ]);
}

function isAccepted({ status }: AnsweredExample): boolean {
  return status < 400;
}

async function answerAll(
  model: ModelSource,
  examples: readonly Json[],
  mock: SiteMock,
): Promise<readonly AnsweredExample[]> {
  const answered: AnsweredExample[] = [];
  // One after another: names of tasks are counted.
  for (const example of examples.filter(isObject)) {
    const request = { model: model.id, ...toObject(example.request) };
    answered.push({ name: toText(example.name), request, ...(await send(model, request, mock)) });
  }
  return answered;
}

/** Addresses of examples lead nowhere: the mock is given samples, of the first kind that it accepts. */
async function send(model: ModelSource, request: JsonObject, mock: SiteMock) {
  const sent = withSamples(request, references[0], mock.baseUrl);
  const first = { sent, ...(await post(model, sent, mock)) };
  if (!first.answer.includes('"invalid_reference"')) return first;
  for (const kind of references.slice(1)) {
    const other = withSamples(request, kind, mock.baseUrl);
    const next = await post(model, other, mock);
    if (next.status < 400) return { sent: other, ...next };
  }
  return first;
}

async function post({ vocabulary }: ModelSource, body: JsonObject, mock: SiteMock) {
  const { status, type, text } = await mock.send(toText(toObject(vocabulary['x-model']).endpoint), body);
  return type === 'text/event-stream'
    ? { status, answer: firstEvents(text), language: 'text' }
    : { status, answer: toJson(JSON.parse(text)), language: 'json' };
}

/** A stream is long and each event is like the one before. */
function firstEvents(text: string): string {
  const events = text.trim().split('\n\n');
  const left = events.length - 4;
  if (left <= 0) return events.join('\n\n');
  const gap = `... ${left} more ${left === 1 ? 'event' : 'events'} ...`;
  return [...events.slice(0, 3), gap, events.at(-1)].join('\n\n');
}

function describe({ name, request, status, answer, language }: AnsweredExample): string {
  const isLong = toEntries(request).length > 0 && answer.length > 6000;
  return [
    `<details class="example"><summary><span class="status" data-ok="${status < 400}">${status}</span> ${plain(name)}</summary>`,
    block('json', toJson(request)),
    `${isLong ? 'Shortened response' : 'Response'} with status ${code(status)}:`,
    block(language, isLong ? `${answer.slice(0, 6000)}\n...` : answer),
    '</details>',
  ].join('\n\n');
}
