import type {
  FormatTrial,
  TextFormat,
  TextJob,
  TextPiece,
  UnfitFormat,
} from '../../gateway/ports/text/text-engine.ts';
import { composeObject, examinedParts } from './compose-answer.ts';
import { createChoice } from './create-choice.ts';
import type { DrawOptions, JsonDrawer, JsonDrawing } from './json/create-json-drawer.ts';

/** The text of an answer in a requested form, or why there is none. */
export type Form =
  | { readonly kind: 'text'; readonly text: string }
  | Extract<TextPiece, { readonly kind: 'unfit' | 'busy' }>;

/** Writes the text of an answer that has to be JSON. Same job, same text. */
export async function drawForm(
  job: TextJob,
  drawer: JsonDrawer | undefined,
  signal: AbortSignal | undefined,
): Promise<Form> {
  const { format, seed, messages, owner } = job;
  if (format?.kind !== 'schema') return { kind: 'text', text: composeObject(job) };
  const choice = createChoice(seed, JSON.stringify(examinedParts(messages))).index(2 ** 30);
  const drawing = await draw(format.schema, drawer, { seed: choice, owner, signal });
  if (drawing.kind === 'drawn') return { kind: 'text', text: drawing.text };
  return drawing.kind === 'cancelled' ? { kind: 'busy' } : drawing;
}

/** Why no text has a form; undefined if one has, or if that cannot be told now. */
export async function tryForm(
  format: TextFormat,
  drawer: JsonDrawer | undefined,
  trial: FormatTrial,
): Promise<UnfitFormat | undefined> {
  if (format.kind !== 'schema') return undefined;
  const drawing = await draw(format.schema, drawer, { seed: 0, ...trial });
  return drawing.kind === 'unfit' ? drawing : undefined;
}

async function draw(
  schema: object,
  drawer: JsonDrawer | undefined,
  options: DrawOptions,
): Promise<JsonDrawing> {
  if (drawer) return drawer.draw(schema, options);
  return { kind: 'unfit', fault: 'unsolved', reason: 'this model does not support schemas' };
}
