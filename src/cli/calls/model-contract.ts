import { publishedSchemas } from '../../../generated/published-schemas.ts';
import type { GatewrightClient } from '../../client/index.ts';
import {
  type CatalogueModel,
  catalogueWith,
  findModel,
  type ModelOperation,
  modelsFor,
} from '../../contract/catalogue.ts';
import { closestName } from '../../contract/names/closest-name.ts';
import { refuse } from '../options/refusal.ts';
import { type Parameter, readParameters } from './parameters.ts';

/** What a command knows about a model. */
export interface ModelContract {
  /** The name as it was given. */
  readonly name: string;
  /** Undefined for a model that only the gateway knows. */
  readonly model: CatalogueModel | undefined;
  readonly parameters: readonly Parameter[];
}

/** The commands by the operation that they call. */
const COMMANDS = {
  image_generation: 'image',
  video_generation: 'video',
  chat_completion: 'chat',
} as const satisfies Record<ModelOperation, string>;

/** The names of the models for an operation, for a message. */
export function namesOf(operation: ModelOperation): string {
  return modelsFor(operation)
    .map(({ identity }) => identity.id)
    .join(', ');
}

/** What is wrong with arguments that name no model: a misspelled `--model`, or none. */
export function describeMissingModel(args: readonly string[], operation: ModelOperation): string {
  const flags = args.flatMap((argument) => /^--[^=]+/.exec(argument) ?? []);
  const odd = flags.find((flag) => flag !== '--model' && closestName(flag, ['model']) !== undefined);
  return odd === undefined
    ? `Name a model with --model: ${namesOf(operation)}.`
    : `Unknown option ${odd}. Did you mean --model?`;
}

/** The contract of a model of this package; undefined for any other name. Refuses a model of another operation. */
export function findContract(name: string, operation: ModelOperation): ModelContract | undefined {
  const model = findModel(name);
  if (!model) return undefined;
  const { id, operation: actual } = model.identity;
  if (actual !== operation)
    refuse(
      `--model ${name}: use gatewright ${COMMANDS[actual]} for this model; models of this command: ${namesOf(operation)}.`,
    );
  return { name, model, parameters: readParameters(publishedSchemas[id] ?? {}) };
}

/** The contract of a model that the current folder adds; undefined for any other name, and while its models have problems. */
export async function findOwnContract(
  name: string,
  operation: ModelOperation,
): Promise<ModelContract | undefined> {
  const { findOwnModels } = await import('../own-models/prepare-models.ts'); // most calls need no generator
  const { prepared } = await findOwnModels(undefined);
  const model = prepared && catalogueWith(prepared.added).find(name);
  if (model?.identity.operation !== operation || !model.tables) return undefined;
  return { name, model, parameters: readParameters(model.tables.schema) };
}

/** The contract of a model that only the gateway knows, from its own schema (section 4.2). */
export async function askContract(
  name: string,
  client: GatewrightClient,
  signal: AbortSignal,
): Promise<ModelContract> {
  const { data } = await client.models.schema(name, { signal });
  return { name, model: undefined, parameters: readParameters(data.parameters?.input_schema ?? {}) };
}
