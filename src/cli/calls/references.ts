import { probeImage } from '../../adapters/media/probe/probe-image.ts';
import type { Dimensions } from '../../contract/sizes/ratio.ts';
import { readRegularFile } from '../../node/config/read-regular-file.ts';
import { refuse } from '../options/refusal.ts';
import type { ModelContract } from './model-contract.ts';
import { shortFlag } from './parameter-flags.ts';

/** A request body whose references a gateway can read. */
export interface ReferencedFiles {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Size of the first reference, if it is a local file. */
  readonly first: Dimensions | undefined;
}

/** Replaces local files in lists of references by data URIs; addresses stay as they are. */
export async function embedReferences(
  fields: Readonly<Record<string, unknown>>,
  { name, model, parameters }: ModelContract,
): Promise<ReferencedFiles> {
  const embedded: Record<string, unknown> = { ...fields };
  let first: Dimensions | undefined;
  for (const { name: field, flag } of parameters) {
    const [short] = shortFlag(flag);
    const given = fields[field];
    if (short === undefined || !Array.isArray(given)) continue;
    const takesFiles = model?.media?.[field]?.sources.includes('data') ?? true;
    const entries: readonly EmbeddedFile[] = await Promise.all(
      given.map((entry) =>
        toAddress(String(entry), { flag: short, ...(takesFiles ? {} : { remoteOnly: name }) }),
      ),
    );
    embedded[field] = entries.map(({ address }) => address);
    first ??= entries[0]?.size;
  }
  return { fields: embedded, first };
}

/** A reference as a request has it. */
export interface EmbeddedFile {
  readonly address: string;
  /** Of a local file. */
  readonly size?: Dimensions;
}

/** How a reference was given. */
export interface GivenReference {
  readonly flag: string;
  /** Name of a model that fetches its references, and takes no data. */
  readonly remoteOnly?: string;
}

/** The data URI of a local picture; an address stays as it is. */
export async function toAddress(text: string, { flag, remoteOnly }: GivenReference): Promise<EmbeddedFile> {
  if (/^(https?|data):/i.test(text)) return { address: text };
  const bytes = readLocal(flag, text);
  if (remoteOnly !== undefined)
    return refuse(
      `--${flag} ${text}: ${remoteOnly} accepts references by URL only; put the file where the gateway can fetch it.`,
    );
  const image = await probeImage(bytes);
  if (!image) return refuse(`--${flag} ${text}: the file is not an image.`);
  return { address: toDataUri(`image/${image.format}`, bytes), size: image };
}

/** Reads a file that an option names; refuses one that cannot be read. */
export function readLocal(flag: string, path: string): Buffer {
  const file = readRegularFile(path);
  return file.kind === 'read' ? file.bytes : refuse(`--${flag} ${path === '' ? '""' : path}: ${file.why}.`);
}

export function toDataUri(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}
