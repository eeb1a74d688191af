import type { CatalogueModel } from '../../../contract/catalogue.ts';
import { type Refused, refused } from '../../../contract/problem.ts';
import type { RequestBody } from '../../../contract/rules/self.ts';
import type { RequestContext } from '../../request-context.ts';
import { admitPrompt, type PromptAdmitted } from '../prompt/admit-prompt.ts';
import { countImages, type Prompt, plainMessages } from '../prompt/prompt.ts';
import { refusePrompt } from '../refuse-text.ts';
import { termsOf } from '../text-model.ts';
import { type AnswerPlan, type AnswerStart, startAnswer } from './answer.ts';
import type { UsableFormat } from './answer-format.ts';

/** A request for text, independent of the API dialect. */
export interface TextRequest {
  /** As it was sent: violations are listed in its order. */
  readonly body: RequestBody;
  readonly idPrefix: string;
  readonly model: CatalogueModel;
  readonly modelName: string;
  readonly prompt: Prompt;
  /** The fields that can limit the output, with their values; the model has a limit of its own. */
  readonly outputLimits: Readonly<Record<string, number | undefined>>;
  /** Names of the declared tools, unknown ones included. */
  readonly tools: readonly string[];
  readonly stop: readonly string[];
  readonly seed: number | undefined;
  readonly format: UsableFormat;
}

type TextStart =
  | AnswerStart
  | Extract<PromptAdmitted, Refused>
  | Refused<'invalid_parameter' | 'invalid_reference'>;

/** Reads the PDFs, measures the prompt, holds the money and starts the model. */
export async function startText(request: TextRequest, context: RequestContext): Promise<TextStart> {
  const { idPrefix, model, modelName, prompt, seed, stop, format } = request;
  const { text } = termsOf(model);
  const { field: limitField, limit } = lowestLimit(request, text.output_tokens.max);
  const admitted = await admitPrompt(prompt, { model, maxOutputTokens: limit, limitField }, context);
  if (admitted.kind === 'refused') return admitted;
  if (admitted.kind === 'invalid') return refused(await refusePrompt(admitted, request, context));
  const imageCount = countImages(prompt);
  const job = {
    messages: plainMessages(prompt),
    imageCount,
    inputTokens: admitted.inputTokens,
    maxOutputTokens: limit,
    tools: callableTools(request, imageCount),
    stop,
    seed: seed ?? context.ports.ids.seed(),
    ...(format.kind === 'format' ? { format: format.format } : {}),
    owner: context.key.accountId,
  };
  const formatPath = format.kind === 'format' ? format.path : '';
  const fewerTools = () => keepFewerTools(request, imageCount);
  const plan = { idPrefix, model, modelName, job, links: admitted.links, limitField, fewerTools, formatPath };
  return startAnswer(plan, context);
}

/** The field that limits the output, and the limit: by default the first field and the model's own limit. */
function lowestLimit({ outputLimits }: TextRequest, most: number): { field: string; limit: number } {
  const [first = ''] = Object.keys(outputLimits);
  return Object.entries(outputLimits).reduce(
    (lowest, [field, limit = most]) => (limit < lowest.limit ? { field, limit } : lowest),
    { field: first, limit: most },
  );
}

/** The declared tools that exist and can work on this input, without duplicates: others are never called (section 4.6). */
function callableTools(
  { model, tools }: Pick<TextRequest, 'model' | 'tools'>,
  imageCount: number,
): readonly string[] {
  const rules = termsOf(model).text.tools ?? [];
  return rules
    .filter(({ name, requires_image }) => tools.includes(name) && (!requires_image || imageCount > 0))
    .map(({ name }) => name);
}

/** The callable tools when one of the known tools and all after it are left out, where none that is kept requires one that is not. */
function keepFewerTools(
  { model, tools }: TextRequest,
  imageCount: number,
): ReturnType<AnswerPlan['fewerTools']> {
  const rules = termsOf(model).text.tools ?? [];
  const counts = rules.map(({ name }) => tools.indexOf(name)).filter((index) => index >= 0);
  return counts
    .sort((one, other) => other - one)
    .map((kept) => tools.slice(0, kept))
    .filter((first) =>
      rules.every(
        ({ name, requires = [] }) =>
          !first.includes(name) || requires.every((other) => first.includes(other)),
      ),
    )
    .map((first) => ({ kept: first.length, tools: callableTools({ model, tools: first }, imageCount) }));
}
