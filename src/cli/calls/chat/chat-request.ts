import { basename } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { validateRequest } from '../../../contract/validate.ts';
import { refuse } from '../../options/refusal.ts';
import { readFlags } from '../flags.ts';
import type { ModelContract } from '../model-contract.ts';
import { CALL_FLAGS } from '../own-flags.ts';
import { toFields } from '../parameter-flags.ts';
import { toFlagMessage } from '../quote.ts';
import { readLocal, toAddress, toDataUri } from '../references.ts';

const OWN = {
  ...CALL_FLAGS,
  prompt: { type: 'string' },
  system: { type: 'string' },
  image: { type: 'string', multiple: true },
  file: { type: 'string', multiple: true },
  yes: { type: 'boolean' }, // as in other calls; there is no question
} as const satisfies ParseArgsOptionsConfig;

/** As `parseArgs` reads them. */
interface OwnValues {
  readonly prompt?: string;
  readonly system?: string;
  readonly image?: readonly string[];
  readonly file?: readonly string[];
  readonly json?: boolean;
}

/** A chat request, and how to print its answer. */
export interface ChatToAsk {
  readonly body: Readonly<Record<string, unknown>>;
  readonly isJson: boolean;
}

/** Reads the arguments of a chat; refuses what the contract forbids. */
export async function readChat(args: readonly string[], contract: ModelContract): Promise<ChatToAsk> {
  const flags = readFlags(args, OWN, contract);
  const { prompt, system, image = [], file = [], json = false } = flags as OwnValues;
  if (!prompt?.trim()) return refuse('Ask something with --prompt.'); // also the value of a variable that is not set
  const parts = [
    ...(await Promise.all(image.map(toImagePart))),
    ...(await Promise.all(file.map(toFilePart))),
  ];
  const content = parts.length === 0 ? prompt : [...parts, { type: 'text', text: prompt }];
  const messages = [
    ...(system === undefined ? [] : [{ role: 'system', content: system }]),
    { role: 'user', content },
  ];
  const body = { model: contract.name, messages, ...toFields(flags, contract.parameters) };
  expectValid(contract, body);
  return { body, isJson: json };
}

async function toImagePart(text: string): Promise<object> {
  const { address } = await toAddress(text, { flag: 'image' });
  return { type: 'image_url', image_url: { url: address } };
}

async function toFilePart(text: string): Promise<object> {
  if (/^https?:/i.test(text)) return { type: 'file', file: { file_url: text } };
  const bytes = readLocal('file', text);
  if (!bytes.toString('latin1', 0, 5).startsWith('%PDF-'))
    return refuse(`--file ${text}: the file is not a PDF.`);
  const file = { file_data: toDataUri('application/pdf', bytes), filename: basename(text) };
  return { type: 'file', file };
}

function expectValid({ model }: ModelContract, body: ChatToAsk['body']): void {
  const validation = model && validateRequest(model, body);
  if (validation?.kind === 'invalid') refuse(`${validation.violations.map(toFlagMessage).join('; ')}.`);
}
