import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { withoutUser } from '../report/wire-log.ts';
import { toObject } from '../suite/json.ts';
import { NoResponse, send } from '../wire/exchange.ts';
import { whyNothingAnswers } from '../wire/why-no-response.ts';
import type { Target } from './target.ts';

/** Short, because someone at the keyboard waits for the first response. */
const FIRST_ANSWER_MS = 15_000;
const MOCK = join(import.meta.dirname, '../../../conformance/targets/gatewright-mock.yaml');

/** What the caller declares about the target; only the address is required. */
export type DeclaredTarget = Partial<Target> & Pick<Target, 'base_url'>;

/** There is no gateway at the address, or no key for it. */
export class NoTarget extends Error {
  override readonly name = 'NoTarget';
}

/**
 * Adds defaults to a declared target. A mock of this package is recognised by its control plane and gets the target file of the mock; any
 * other target on this machine can reach the runner's own servers. Throws `NoTarget`.
 */
export async function findTarget(declared: DeclaredTarget): Promise<Target> {
  const known = await recognise(declared.base_url);
  const isNear = isLoopback(new URL(declared.base_url).hostname);
  const target = {
    callbacks: isNear ? {} : false,
    media: isNear,
    ...known,
    ...declared,
    keys: { ...known.keys, ...declared.keys },
  };
  if (!target.keys.rich) throw new NoTarget('A key is needed: --key KEY, or keys.rich in the target file.');
  return target as Target;
}

/** The target file of the mock, if the target is one; otherwise nothing. */
async function recognise(baseUrl: string): Promise<Partial<Target>> {
  try {
    const { body } = await send({
      method: 'GET',
      url: new URL('/__mock', baseUrl).href,
      headers: { accept: 'application/json' },
      timeoutMs: FIRST_ANSWER_MS,
    });
    if (toObject(body).name !== 'gatewright mock') return {};
    const { base_url: _baseUrl, ...known } = toObject(parse(await readFile(MOCK, 'utf8')));
    return known as unknown as Partial<Target>;
  } catch (error) {
    if (error instanceof NoResponse)
      throw new NoTarget(
        `Nothing answers at ${withoutUser(baseUrl)}: ${whyNothingAnswers(baseUrl, error.cause)}.`,
      );
    throw error;
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}
