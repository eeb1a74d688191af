import type { DidYouMean } from '../conform-options.ts';
import type { ExpandedCase } from '../expand/expand.ts';
import { fillKnown } from '../money/spending-requests.ts';
import { folderOf, requestsOf } from '../selection/requirements-of.ts';
import type { Step } from '../suite/case.ts';
import { type Operation, operationsOf } from '../suite/find-operation.ts';
import type { JsonObject } from '../suite/json.ts';
import type { Suite } from '../suite/suite.ts';
import type { Target } from '../target/target.ts';
import { UsageError } from '../usage-error.ts';

/** Throws `UsageError` when a feature of the target file is neither a folder of cases nor an operation of the contract. */
export function expectFeatures(
  { features = {} }: Pick<Target, 'features'>,
  { cases, contract }: Pick<Suite, 'cases' | 'contract'>,
  didYouMean: DidYouMean,
): void {
  const known = [...new Set(cases.map(folderOf)), ...operationsOf(contract).map(({ id }) => id)];
  const unknown = Object.keys(features).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(
    `features.${unknown} is neither a folder of cases nor an operation of the contract.${didYouMean(unknown, known)}`,
  );
}

/** The first feature that a case needs and the target does not have: its folder, or an operation that it calls. */
export function absentFeature(
  one: ExpandedCase,
  { capabilities, contract }: { readonly capabilities: ReadonlySet<string>; readonly contract: JsonObject },
): string | undefined {
  if (![...capabilities].some((capability) => capability.startsWith('absent:'))) return undefined;
  const isAbsent = (name: string): boolean => capabilities.has(`absent:${name}`);
  if (isAbsent(folderOf(one))) return folderOf(one);
  return one.steps.flatMap((step) => operationsIn(step, one, contract)).find(isAbsent);
}

function operationsIn(step: Step, { values }: ExpandedCase, contract: JsonObject): readonly string[] {
  if ('poll' in step) return ['getTask'];
  return requestsOf(step).flatMap(({ operation, method = 'GET', path }) => {
    const [named, called] = [fillKnown(operation, values), fillKnown(method, values)];
    if (named !== undefined) return [String(named)];
    const [address = ''] = String(fillKnown(path, values) ?? '').split('?');
    return operationsOf(contract)
      .filter((one) => one.method === called && isPathOf(one, address))
      .map(({ id }) => id);
  });
}

function isPathOf({ path }: Operation, address: string): boolean {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address);
}
