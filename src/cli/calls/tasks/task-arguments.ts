import { refuseSetting } from '../../options/refusal.ts';
import { readFlags } from '../flags.ts';
import type { ModelContract } from '../model-contract.ts';
import { TASK_FLAGS } from '../own-flags.ts';
import type { FlagValues } from '../parameter-flags.ts';

/** As `parseArgs` reads them. */
type OwnValues = {
  readonly [Name in keyof typeof TASK_FLAGS]?: (typeof TASK_FLAGS)[Name]['type'] extends 'boolean'
    ? boolean
    : string;
};

/** The arguments of a command that submits or follows a task. */
export interface TaskArguments {
  readonly url: string | undefined;
  readonly out: string | undefined;
  readonly isAgreed: boolean;
  readonly isJson: boolean;
  readonly timeoutMs: number | undefined;
  readonly pollMs: number | undefined;
  /** All flags, those of the model among them. */
  readonly flags: FlagValues;
}

/** Reads all arguments; `contract` has the flags of the model, and is undefined when nothing is submitted. */
export function readTaskArguments(
  args: readonly string[],
  contract: ModelContract | undefined,
): TaskArguments {
  const flags = readFlags(args, TASK_FLAGS, contract);
  const { url, out, yes, json, timeout, poll } = flags as OwnValues;
  return {
    url,
    out,
    isAgreed: yes ?? false,
    isJson: json ?? false,
    timeoutMs: readSeconds('timeout', timeout),
    pollMs: readSeconds('poll', poll),
    flags,
  };
}

function readSeconds(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  return seconds > 0 ? seconds * 1000 : refuseSetting(flag, text, 'be seconds above 0, such as 60 or 0.5');
}
