import type { ChatAnswer, ChatChunk, ChatRequest, ModelOf } from '../../../client/index.ts';
import { createPaint } from '../../../conformance/terminal/paint.ts';
import { formatUsd } from '../../../contract/money.ts';
import { priceOfText } from '../../../gateway/text/price-text.ts';
import { wantsColour } from '../../../node/wants-colour.ts';
import { print } from '../../command-line.ts';
import { refuse } from '../../options/refusal.ts';
import { printHelp } from '../../print-help.ts';
import { connect, connectUsage } from '../connect.ts';
import { readEarly } from '../flags.ts';
import { asRecord } from '../foreign-answer.ts';
import {
  findContract,
  findKnownModels,
  findModelsForHelp,
  type KnownModels,
  type ModelContract,
  namesOf,
} from '../model-contract.ts';
import { agreesWith, type Pricing, ratesOf, readPricing } from '../pricing.ts';
import { type CallProgress, reportEnd } from '../report-end.ts';
import { parametersUsage } from '../tasks/task-usage.ts';
import { readChat } from './chat-request.ts';

const OPERATION = 'chat_completion';

const usage = (known: KnownModels) => `gatewright chat --prompt TEXT [options]

Asks a text model, and prints the answer as it arrives. Works with any gateway, such as gatewright mock.

  gatewright chat --prompt "What is a lighthouse for?" --max-tokens 200

  --prompt TEXT  the question
  --model MODEL  ${describeModels(known)}, or another that the gateway has
  --system TEXT  how to answer
  --image FILE   a picture to look at: a local file, or an address (repeatable)
  --file PDF     a document to read: a local file, or an address (repeatable)
  --set N=VALUE  an additional field of the request, its value as JSON or text (repeatable)
${connectUsage(17)}  --yes          accepted for consistency with image and video; chat never asks
  --json         print the whole answer as one JSON object
  --help         this text, and the parameters of the model

Standard output has the answer; prices and everything else go to standard error. The cost of an answer is known only
afterwards, so chat does not ask first; --max-tokens limits it. Ctrl-C ends an answer, and what was generated up to then is charged.
Exit code: 0 done, 1 the answer broke off, 2 nothing was sent, 130 interrupted. Environment: NO_COLOR=1 disables colours.
`;

/** `gatewright chat`: returns the exit code. */
export async function runChat(args: readonly string[]): Promise<number> {
  const interrupting = new AbortController();
  process.once('SIGINT', () => interrupting.abort()); // the second one ends the process at once
  const { signal } = interrupting;
  const leave = () => interrupting.abort();
  process.stdout.on('error', leave); // whoever reads the answer has left, as `head` does: nothing more is charged
  const done: CallProgress = { stage: 'before', baseUrl: '', resumeCommand: '' };
  try {
    const early = readEarly(args);
    if (early.help) return await help(early.model);
    const contract = chooseModel(early.model, await findKnownModels());
    const chat = await readChat(args, contract);
    const { client, baseUrl } = await connect(early, signal);
    done.baseUrl = baseUrl;
    const pricing = await readPricing(contract.name, client, signal);
    process.stderr.write(`${contract.name}: ${ratesOf(pricing, OPERATION)}\n`);
    // The types are those of models that are known when a program is compiled.
    const request = chat.body as unknown as ChatRequest<ModelOf<typeof OPERATION>>;
    const stream = await client.chat.stream(request, { signal });
    done.stage = 'answering';
    if (!chat.isJson) await write(stream);
    const answer = await stream.final();
    if (chat.isJson) print(`${JSON.stringify(answer)}\n`);
    process.stderr.write(`${describeCut(answer)}${describeUsage(answer, contract, pricing)}\n`);
    return 0;
  } catch (error) {
    return reportEnd(error, done, signal);
  } finally {
    process.stdout.off('error', leave);
  }
}

function describeModels(known: KnownModels): string {
  return namesOf(OPERATION, known) + (defaultModel(known) === undefined ? '' : ' (default)');
}

async function help(given: string | undefined): Promise<0> {
  const known = await findModelsForHelp();
  const name = given ?? defaultModel(known);
  const contract = name === undefined ? undefined : findContract(name, OPERATION, known);
  return printHelp(usage(known) + (contract ? parametersUsage(contract.name, contract.parameters) : ''));
}

/** The only text model of the contract; undefined when there are several, with those of the current folder. */
function defaultModel({ catalogue }: KnownModels): string | undefined {
  const [only, other] = catalogue.for(OPERATION);
  return other ? undefined : only?.identity.id;
}

/** The name that was given, or the default; a name that is not known is left to the gateway, which has no schema for text models. */
function chooseModel(given: string | undefined, known: KnownModels): ModelContract {
  const name = given ?? defaultModel(known);
  if (!name) return refuse(`Name a model with --model: ${namesOf(OPERATION, known)}.`);
  return findContract(name, OPERATION, known) ?? { name, model: undefined, added: undefined, parameters: [] };
}

/** Prints the text as it arrives; on a terminal, thinking is shown until then. What follows begins on a new line, however the answer ends. */
async function write(stream: AsyncIterable<ChatChunk>): Promise<void> {
  const { stdout, stderr } = process;
  const isLive = stderr.isTTY && process.env.TERM !== 'dumb';
  const endThinking = () => void (isLive && stderr.write('\r\u001b[K'));
  let end = '';
  if (isLive) stderr.write(createPaint(wantsColour(stderr))('thinking...', 'grey'));
  try {
    for await (const { choices } of stream) {
      // other implementations send chunks without choices, and choices without a delta
      const { content: text } = asRecord(asRecord(asRecord(choices)[0]).delta);
      if (typeof text !== 'string' || text === '') continue;
      if (end === '') endThinking();
      end = text;
      stdout.write(text);
    }
  } finally {
    if (end === '') endThinking();
    else if (!end.endsWith('\n')) stdout.write('\n');
  }
}

/** A line that says why the text ends where it does, or is empty. */
function describeCut({ choices: [choice] }: ChatAnswer): string {
  if (choice?.finish_reason !== 'length') return '';
  const rest = choice.message.content === '' ? ' Thinking took them all.' : '';
  return `The answer was cut off at the limit of output tokens.${rest}\n`;
}

/** Tokens, and their price by the contract where it has the model. */
export function describeUsage(
  { usage }: ChatAnswer,
  { model }: ModelContract,
  pricing: Pricing | undefined,
): string {
  const { prompt_tokens: input, completion_tokens: output, prompt_tokens_details } = asRecord(usage);
  if (!isCount(input) || !isCount(output)) return 'The gateway reports no usage.';
  const { cached_tokens, cache_creation_input_tokens, cache_type } = asRecord(prompt_tokens_details);
  const tokens = `${input} input and ${output} output tokens`;
  if (model?.prices.unit !== 'token' || !agreesWith(model, pricing)) return tokens;
  const cache = {
    cached: isCount(cached_tokens) ? cached_tokens : 0,
    created: isCount(cache_creation_input_tokens) ? cache_creation_input_tokens : 0,
    isExplicit: cache_type === 'ephemeral',
  };
  const counted = { inputTokens: input, outputTokens: output, reasoningTokens: 0, cache, toolCalls: {} };
  const cost = priceOfText(model.prices, counted, pricing?.groupRatio ?? '1');
  return `${tokens}, ${formatUsd(cost)} USD`;
}

/** Whether a gateway sent a number of tokens. */
function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
