import type { CatalogueModel } from '../../contract/catalogue.ts';
import type { ProblemResponse } from '../../contract/problem.ts';
import type { OperationContext } from '../context.ts';
import { type AnswerStart, startAnswer } from './answer.ts';
import { measurePrompt } from './measure-prompt.ts';
import { countImages, type Prompt, plainMessages } from './prompt.ts';
import { termsOf } from './text-model.ts';

/** A request for text, dialect apart. */
export interface TextRequest {
  readonly idPrefix: string;
  readonly model: CatalogueModel;
  readonly modelName: string;
  readonly prompt: Prompt;
  /** Limits that the request names; the model has one of its own. */
  readonly outputLimits: readonly (number | undefined)[];
  /** Names of the declared tools, unknown ones included. */
  readonly tools: readonly string[];
  readonly stop: readonly string[];
  readonly seed: number | undefined;
}

type TextStart =
  | AnswerStart
  | {
      readonly kind: 'refused';
      readonly response: ProblemResponse<'invalid_parameter'> | ProblemResponse<'invalid_reference'>;
    };

/** Measures the prompt, holds the money and lets the model begin. */
export async function startText(request: TextRequest, context: OperationContext): Promise<TextStart> {
  const { idPrefix, model, modelName, prompt, seed, stop } = request;
  const measure = await measurePrompt(prompt, model, context);
  if (measure.kind === 'refused') return measure;
  const imageCount = countImages(prompt);
  const { text } = termsOf(model);
  const limits = request.outputLimits.filter((limit) => limit !== undefined);
  const job = {
    messages: plainMessages(prompt),
    imageCount,
    inputTokens: measure.inputTokens,
    maxOutputTokens: Math.min(text.output_tokens.max, ...limits),
    tools: callableTools(request, imageCount),
    stop,
    seed: seed ?? context.ports.ids.seed(),
  };
  return startAnswer({ idPrefix, model, modelName, job, links: measure.links }, context);
}

/** The declared tools that exist and can work on this input, each once: others never trigger (section 4.6). */
function callableTools({ model, tools }: TextRequest, imageCount: number): readonly string[] {
  const rules = termsOf(model).text.tools ?? [];
  return rules
    .filter(({ name, requires_image }) => tools.includes(name) && (!requires_image || imageCount > 0))
    .map(({ name }) => name);
}
