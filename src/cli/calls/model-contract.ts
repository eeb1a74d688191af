import { publishedSchemas } from '../../../generated/published-schemas.ts';
import type { GatewrightClient } from '../../client/index.ts';
import type { AddedModels } from '../../contract/added-models.ts';
import {
  type Catalogue,
  type CatalogueModel,
  catalogueWith,
  type ModelOperation,
  packageCatalogue,
} from '../../contract/catalogue.ts';
import { closestName } from '../../contract/names/closest-name.ts';
import { ModelsError } from '../../own-models/models-error.ts';
import { Refusal, refuse } from '../options/refusal.ts';
import { readProject } from '../own-models/read-project.ts';
import { withTimeLimit } from './connect.ts';
import { asRecord, dataOf } from './foreign-answer.ts';
import { type Parameter, readParameters } from './parameters.ts';

/** What a command knows about a model. */
export interface ModelContract {
  /** The name as it was given. */
  readonly name: string;
  /** Undefined for a model that only the gateway knows. */
  readonly model: CatalogueModel | undefined;
  /** The models that the current folder adds, by which a request is estimated. */
  readonly added: AddedModels | undefined;
  readonly parameters: readonly Parameter[];
}

/** The commands by the operation that they call. */
const COMMANDS = {
  image_generation: 'image',
  video_generation: 'video',
  chat_completion: 'chat',
} as const satisfies Record<ModelOperation, string>;

/** The models that a command knows, and those among them that the current folder adds. */
export interface KnownModels {
  readonly catalogue: Catalogue;
  readonly added: AddedModels | undefined;
}

/**
 * The models of the package with those of the current folder's project among them. Rejects with a `ModelsError` while these
 * have problems: what a request costs is not guessed.
 */
export async function findKnownModels(): Promise<KnownModels> {
  if (readProject().models === undefined) return { catalogue: packageCatalogue, added: undefined };
  const { findOwnModels } = await import('../own-models/prepare-models.ts'); // most calls need no generator
  const prepared = await findOwnModels(undefined);
  return { catalogue: catalogueWith(prepared?.added), added: prepared?.added };
}

/** The same for a help text, which is printed whatever the files of the project say. */
export async function findModelsForHelp(): Promise<KnownModels> {
  try {
    return await findKnownModels();
  } catch (error) {
    if (error instanceof ModelsError || error instanceof Refusal)
      return { catalogue: packageCatalogue, added: undefined };
    throw error;
  }
}

/** The names of the models for an operation, for a message. */
export function namesOf(operation: ModelOperation, { catalogue }: KnownModels): string {
  return catalogue
    .for(operation)
    .map(({ identity }) => identity.id)
    .join(', ');
}

/** What is wrong with arguments that name no model: a misspelled `--model`, or none. */
export function describeMissingModel(
  args: readonly string[],
  operation: ModelOperation,
  known: KnownModels,
): string {
  const flags = args.flatMap((argument) => /^--[^=]+/.exec(argument) ?? []);
  const odd = flags.find((flag) => flag !== '--model' && closestName(flag, ['model']) !== undefined);
  return odd === undefined
    ? `Name a model with --model: ${namesOf(operation, known)}.`
    : `Unknown option ${odd}. Did you mean --model?`;
}

/** The contract of a known model; undefined for any other name. Refuses a model of another operation. */
export function findContract(
  name: string,
  operation: ModelOperation,
  known: KnownModels,
): ModelContract | undefined {
  const model = known.catalogue.find(name);
  if (!model) return undefined;
  const { id, operation: actual } = model.identity;
  if (actual !== operation)
    refuse(
      `--model ${name}: use gatewright ${COMMANDS[actual]} for this model; models of this command: ${namesOf(operation, known)}.`,
    );
  const schema = model.tables?.schema ?? publishedSchemas[id] ?? {};
  return { name, model, added: known.added, parameters: readParameters(schema) };
}

/** The contract of a model that only the gateway knows, from its own schema (section 4.2). */
export async function askContract(
  name: string,
  client: GatewrightClient,
  signal: AbortSignal,
): Promise<ModelContract> {
  const answer = await client.models.schema(name, { signal: withTimeLimit(signal) });
  const { parameters } = dataOf(answer, 'the model');
  return {
    name,
    model: undefined,
    added: undefined,
    parameters: readParameters(asRecord(asRecord(parameters).input_schema)),
  };
}
