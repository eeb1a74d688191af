import { type Estimate, InvalidRequestError } from '../../client/estimate/index.ts';
import type { CatalogueModel, ModelOperation } from '../../contract/catalogue.ts';
import { plural } from '../../contract/plural.ts';
import { plan } from '../../contract/requests/plan.ts';
import { validateRequest } from '../../contract/validate.ts';
import { refuse } from '../options/refusal.ts';
import type { ModelContract } from './model-contract.ts';
import { shortFlag } from './parameter-flags.ts';
import { toFlag } from './parameters.ts';
import { agreesWith, type Pricing, ratesOf } from './pricing.ts';
import type { ReferencedFiles } from './references.ts';

/** What a submission makes and costs. */
export interface Quote {
  /** One line for a person. */
  readonly text: string;
  /** Undefined for a model that only the gateway knows. */
  readonly estimate: Estimate | undefined;
}

/** The size and the price of a task, by the contract where it has the model; refuses what the contract forbids. */
export function quoteTask(
  { name, model, added }: ModelContract,
  { fields, first }: ReferencedFiles,
  { pricing, operation }: { readonly pricing: Pricing | undefined; readonly operation: ModelOperation },
): Quote {
  if (!model) return { text: `${name}: ${ratesOf(pricing, operation)}`, estimate: undefined };
  const options = {
    ...(added && { models: added }),
    ...(pricing && { groupRatio: pricing.groupRatio }),
    ...(first && { firstReference: first }),
  };
  const estimated = expectValid(() => plan({ ...fields, model: name }, options)); // which checks it
  if (!agreesWith(model, pricing))
    return {
      text: `${name}: ${ratesOf(pricing, operation)}, by the gateway; the contract has other prices`,
      estimate: undefined,
    };
  const isSizeOpen = first === undefined && dependsOnReference(model, fields);
  return { text: `${name}: ${describe(estimated, isSizeOpen)}`, estimate: estimated };
}

/** Whether the first reference, which only the gateway will see, decides the size. */
function dependsOnReference(model: CatalogueModel, body: Readonly<Record<string, unknown>>): boolean {
  const field = model.sizes?.auto?.reference;
  if (field === undefined || body[field] === undefined) return false;
  const validation = validateRequest(model, body);
  return validation.kind === 'valid' && validation.size?.kind !== 'fixed';
}

function expectValid(ask: () => Estimate): Estimate {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return refuse(`${error.violations.map(toFlagMessage).join('; ')}.`);
  }
}

/** A violation in the words of a command: its field, and others that are no words of English, are flags. */
export function toFlagMessage({ path, message }: InvalidRequestError['violations'][number]): string {
  const [, field = ''] = path.split('/');
  const isFirst = field !== '' && message.startsWith(field);
  const [subject, rest] = isFirst ? [`--${flagOf(field)}`, message.slice(field.length)] : ['', message];
  return subject + rest.replaceAll(FIELD_NAME, (name) => `--${flagOf(name)}`);
}

/** The flag of a field that the help names. */
function flagOf(field: string): string {
  const flag = toFlag(field);
  const [short = flag] = shortFlag(flag);
  return short;
}

/** A name with underscores that is neither quoted nor part of a path or URL. */
const FIELD_NAME = /(?<![\w"./:-])[a-z]+(?:_[a-z]+)+(?![\w"./:])/g;

function describe({ count, size, seconds, holdUsd }: Estimate, isSizeOpen: boolean): string {
  const outputs = seconds === undefined ? plural(count, 'image') : `${seconds} s of video`;
  const shape = isSizeOpen ? '' : ` of ${size.width}x${size.height}`;
  // Of several images fewer may be made, and charged.
  return `${outputs}${shape}, ${count > 1 ? 'at most ' : ''}${holdUsd} USD`;
}
