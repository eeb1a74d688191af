import { extname } from 'node:path';
import type { GatewrightClient, ImageRequest, ModelOf, Task, VideoRequest } from '../../../client/index.ts';
import type { ModelContract } from '../model-contract.ts';
import { toFields } from '../parameter-flags.ts';
import { embedReferences, type ReferencedFiles } from '../references.ts';
import type { TaskArguments } from './task-arguments.ts';
import type { TaskKind } from './task-usage.ts';

/** Formats whose files are commonly named otherwise. */
const EXTENSIONS: Readonly<Record<string, string>> = { jpg: 'jpeg' };

/** The request body that the arguments ask for. */
export async function toBody(
  { flags, out }: TaskArguments,
  contract: ModelContract,
): Promise<ReferencedFiles> {
  const given = { model: contract.name, ...toFields(flags, contract.parameters) };
  return embedReferences({ ...formatOf(out, contract), ...given }, contract);
}

/** The format that the name of the file asks for, where the model has a choice. */
function formatOf(out: string | undefined, { parameters }: ModelContract): Readonly<Record<string, string>> {
  const extension = extname(out ?? '')
    .slice(1)
    .toLowerCase();
  const format = EXTENSIONS[extension] ?? extension;
  const choice = parameters.find(({ name, allowed }) => name === 'output_format' && allowed.includes(format));
  return choice ? { [choice.name]: format } : {};
}

/** Submits it; what the model does not accept was refused before, or is by the gateway. */
export function sendTask(
  { images, videos }: GatewrightClient,
  kind: TaskKind,
  { fields, signal }: { readonly fields: ReferencedFiles['fields']; readonly signal: AbortSignal },
): Promise<Task> {
  // The types are those of models that are known when a program is compiled.
  return kind === 'image'
    ? images.generate(fields as ImageRequest<ModelOf<'image_generation'>>, { signal })
    : videos.generate(fields as VideoRequest<ModelOf<'video_generation'>>, { signal });
}
