import { chmod, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { inspectContract } from '../contract/inspect.ts';
import { toObject, toText } from '../contract/json.ts';
import type { Problem } from '../contract/problem.ts';
import { makeFolder } from '../folders.ts';
import { mergeContract } from '../own-models/merge-contract.ts';
import { readModelFolder } from '../own-models/read-model-folder.ts';
import type { Progress } from '../progress.ts';
import { isFileError, refuseFolder } from '../why-unwritten.ts';
import { clientPolicies } from './client-policies.ts';
import { toEstimates } from './estimates/estimates.ts';
import { expectNames } from './expect-names.ts';
import type { SdkLanguage, SdkSource } from './language.ts';
import { toSdkDocument } from './sdk-document.ts';
import { SdkError } from './sdk-error.ts';

/** What is written, and where. */
export interface SdkOrder {
  readonly language: SdkLanguage;
  /** A folder that does not exist, or is empty. */
  readonly out: string;
  /** A folder with further models. */
  readonly models?: string | undefined;
  readonly progress: Progress;
}

/** The result of an order. */
export interface WrittenSdk {
  /** Problems of the models; with any, nothing is written. */
  readonly problems: readonly Problem[];
  /** What the SDK cannot do for some of the models, in a sentence each. */
  readonly gaps: readonly string[];
}

/**
 * Writes an SDK for the contract, with the models of a folder. Rejects with an `SdkError`, and a `ModelFolderError` for a folder
 * that cannot be one.
 */
export async function writeSdk({ language, out, models, progress }: SdkOrder): Promise<WrittenSdk> {
  await expectEmpty(out);
  progress.step('Reading the contract');
  const merged = await mergeContract(models === undefined ? [] : await readModelFolder(models));
  if ('problems' in merged) return { problems: merged.problems, gaps: [] };
  await using root = merged;
  const inspection = inspectContract(root.root);
  const problems = root.toOwn(await inspection.problems);
  if (problems.length > 0) return { problems, gaps: [] };
  const contract = await inspection.contract;
  expectNames(contract, language);
  const source: SdkSource = {
    contract,
    document: toSdkDocument(contract),
    policies: clientPolicies(contract.policies),
    estimates: toEstimates(contract.models),
    version: toText(toObject(contract.document.info).version),
  };
  await fillFolder(out, (fresh) => language.write(source, fresh, progress)).catch((error) => {
    if (!isFileError(error)) throw error;
    throw new SdkError(refuseFolder(out, error));
  });
  return { problems: [], gaps: source.estimates.gaps };
}

/** Fills a folder beside it, so that a failure leaves nothing behind. */
async function fillFolder(out: string, fill: (folder: string) => Promise<void>): Promise<void> {
  await makeFolder(dirname(resolve(out)));
  const fresh = await mkdtemp(`${resolve(out)}-`);
  try {
    await fill(fresh);
    await chmod(fresh, 0o755); // temporary folders are for their owner alone
    await rm(out, { recursive: true, force: true });
    await rename(fresh, out);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
}

async function expectEmpty(out: string): Promise<void> {
  const present = await readdir(out).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new SdkError(refuseFolder(out, error));
  });
  if (present.length > 0) throw new SdkError(`${out} is not empty: name another folder with --out.`);
}
