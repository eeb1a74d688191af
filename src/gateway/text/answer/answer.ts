import { policies } from '../../../../generated/policies.ts';
import type { CatalogueModel } from '../../../contract/catalogue.ts';
import { invalidRequest, type ProblemResponse, problem } from '../../../contract/problem.ts';
import { tooMuch } from '../../admission/too-much.ts';
import { unavailable } from '../../failure-response.ts';
import type { TextJob, TextPiece } from '../../ports/text/text-engine.ts';
import { UnavailableError } from '../../ports/unavailable.ts';
import type { RequestContext } from '../../request-context.ts';
import { insufficientForText } from '../insufficient-for-text.ts';
import { priceOfText } from '../price-text.ts';
import type { PrefixLink } from '../prompt/prompt-cache.ts';
import { termsOf } from '../text-model.ts';
import type { TextUsage } from '../text-usage.ts';
import { unfitFormat } from './answer-format.ts';
import { createIdleSource } from './idle-source.ts';
import { createMeter } from './meter.ts';
import { type AnswerBilling, openCharge } from './open-charge.ts';

/** Everything needed to produce an answer. */
export interface AnswerPlan {
  readonly idPrefix: string;
  readonly model: CatalogueModel;
  /** Model name as the client spelled it. */
  readonly modelName: string;
  readonly job: Omit<TextJob, 'model'>;
  readonly links: readonly PrefixLink[];
  /** Field of the request that limits the output. */
  readonly limitField: string;
  /** Smaller sets of the declared tools, the largest first. */
  readonly fewerTools: () => readonly { readonly kept: number; readonly tools: readonly string[] }[];
  /** JSON pointer of the format of the answer in the request; empty without one. */
  readonly formatPath: string;
}

type FailureResponse =
  | ProblemResponse<'bad_gateway' | 'internal_error' | 'service_unavailable' | 'invalid_parameter'>
  | ReturnType<typeof tooMuch>;

/** The next part of an answer. `left`, `failed` and `end` are final. */
export type AnswerEvent =
  | Exclude<TextPiece, { readonly kind: 'failed' | 'unfit' | 'busy' }>
  | { readonly kind: 'idle' }
  | { readonly kind: 'left' }
  | { readonly kind: 'failed'; readonly response: FailureResponse };

/** An answer in progress: its money is held until it is closed. */
export interface Answer {
  readonly id: string;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly modelName: string;
  next(): Promise<AnswerEvent>;
  usage(): TextUsage;
  /** Stops the model and charges once for what was used: nothing before the model has started. Never rejects. */
  close(): Promise<void>;
  /** Stops the model and charges nothing, unless the answer was closed already. */
  release(): Promise<void>;
}

/** An answer that started, or why there is none. */
export type AnswerStart =
  | { readonly kind: 'started'; readonly answer: Answer; readonly first: AnswerEvent }
  | {
      readonly kind: 'refused';
      readonly response: ProblemResponse<'insufficient_balance'> | FailureResponse;
    };

/**
 * Holds the maximum price of the answer and starts the model. Waits for the first chunk, but no longer than one idle
 * period, so that an earlier failure gets its own status and costs nothing.
 */
export async function startAnswer(plan: AnswerPlan, context: RequestContext): Promise<AnswerStart> {
  const { ports, key, promptCache, facts } = context;
  const { model, job } = plan;
  const { prices, text } = termsOf(model);
  const now = ports.clock.now();
  const look = await promptCache.look(plan.links, text, now);
  const meter = createMeter({ ...job, cache: look.input });
  const longest = {
    ...meter.usage(),
    outputTokens: job.maxOutputTokens,
    toolCalls: callOnce(job.tools),
  };
  const hold = {
    id: `${plan.idPrefix}${ports.ids.answerId()}`,
    accountId: key.accountId,
    keyDigest: key.digest,
    modelId: model.identity.id,
    amount: priceOfText(prices, longest, key.groupRatio),
    createdAt: now,
  };
  const acceptance = await ports.store.hold(hold);
  if (acceptance.kind === 'insufficient') {
    const { limitField } = plan;
    const unpaid = {
      ...acceptance,
      needed: hold.amount,
      groupRatio: key.groupRatio,
      prices,
      longest,
      limitField,
      fewerTools: plan.fewerTools().map(({ kept, tools }) => ({ kept, calls: callOnce(tools) })),
    };
    return { kind: 'refused', response: insufficientForText(unpaid) };
  }
  facts.cost = hold.amount;
  const { isValid } = acceptance;
  const answer = createAnswer(plan, context, { hold, isValid, meter, begin: look.remember });
  const first = await answer.next();
  if (first.kind !== 'failed') return { kind: 'started', answer, first };
  await answer.release();
  return { kind: 'refused', response: first.response };
}

function callOnce(tools: readonly string[]): TextUsage['toolCalls'] {
  return Object.fromEntries(tools.map((tool) => [tool, 1]));
}

type NoAnswer = Extract<TextPiece, { readonly kind: 'failed' | 'unfit' | 'busy' }>;

function refusalOf(piece: NoAnswer, formatPath: string): FailureResponse {
  switch (piece.kind) {
    case 'failed':
      return problem('bad_gateway');
    case 'busy':
      return tooMuch('process', 'answers by a JSON Schema');
    case 'unfit':
      return invalidRequest('invalid_parameter', [unfitFormat(formatPath, piece)]);
  }
}

/** How an answer ends by default. */
const END = { kind: 'end', reason: 'stop' } as const;

function createAnswer(plan: AnswerPlan, context: RequestContext, billing: AnswerBilling): Answer {
  const { ports, requestId } = context;
  const { hold, isValid, meter, begin } = billing;
  const endsAt = hold.createdAt + policies.text.longest_answer_seconds * 1000;
  const charge = openCharge(plan, context, billing);
  const pieces = createIdleSource(
    ports.textEngine.answer({ ...plan.job, model: plan.model }, charge.signal),
    { ...ports, idleMs: policies.text.keep_alive_seconds * 1000, signal: charge.signal },
  );
  // A cache entry that could not be stored is not charged.
  const releaseAndThrow = async (error: unknown): Promise<never> => {
    await charge.release();
    throw error;
  };
  const toFailure = (error: unknown): AnswerEvent => {
    ports.reportFault(error, requestId);
    const response =
      error instanceof UnavailableError
        ? unavailable()
        : problem('internal_error', { values: { request: requestId } });
    return { kind: 'failed', response };
  };
  const next = async (): Promise<AnswerEvent> => {
    try {
      const waited = await pieces.next();
      if (waited.kind === 'left') return waited;
      if (!isValid()) return { kind: 'failed', response: unavailable() };
      if (ports.clock.now() >= endsAt) return { kind: 'end', reason: 'length' };
      if (waited.kind === 'idle') return waited;
      const piece = waited.kind === 'done' ? END : waited.item;
      if (piece.kind === 'failed' || piece.kind === 'unfit' || piece.kind === 'busy')
        return { kind: 'failed', response: refusalOf(piece, plan.formatPath) };
      const isFirst = !meter.hasBegun();
      const fits = meter.add(piece);
      if (isFirst) await begin().catch(releaseAndThrow);
      return fits ? piece : { kind: 'end', reason: 'length' };
    } catch (error) {
      return toFailure(error);
    }
  };
  return {
    id: hold.id,
    createdAt: Math.floor(hold.createdAt / 1000),
    modelName: plan.modelName,
    usage: () => meter.usage(),
    next,
    close() {
      pieces.close();
      return charge.close();
    },
    release() {
      pieces.close();
      return charge.release();
    },
  };
}
