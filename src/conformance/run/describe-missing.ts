import type { ExpandedCase } from '../expand/expand.ts';
import { fillKnown } from '../money/spending-requests.ts';
import { requestsOf } from '../selection/requirements-of.ts';
import type { RequestTemplate } from '../suite/case.ts';
import { findOperation } from '../suite/find-operation.ts';
import { type Json, type JsonObject, toList, toObject } from '../suite/json.ts';
import { findModel } from '../suite/suite.ts';
import { ROLES } from '../target/target.ts';
import { absentFeature } from './absent-features.ts';
import type { RunContext } from './run-context.ts';

/** What a case requires and the target does not have, or its target file does not declare; undefined when nothing is missing. */
export function describeMissing(
  { capabilities, suite }: Pick<RunContext, 'capabilities' | 'suite'>,
  one: ExpandedCase,
): string | undefined {
  const absent = absentFeature(one, { capabilities, contract: suite.contract });
  if (absent !== undefined) return `the target file says that there is no ${absent}`;
  const missing = (one.needs ?? []).filter((need) => !capabilities.has(need));
  const models = missing
    .filter((need) => need.startsWith('model:'))
    .map((need) => need.slice('model:'.length));
  const others = missing.filter((need) => !need.startsWith('model:'));
  if (others.length > 0) return `not configured in the target file: ${others.map(memberOf).join(', ')}`;
  const unlisted = [...models, ...unlistedModels(one, { capabilities, suite })];
  return unlisted.length > 0 ? `the target does not list ${unlisted[0]}` : undefined;
}

/** The member of the target file that declares a capability. */
function memberOf(capability: string): string {
  if (capability === 'secret') return 'callbacks.secret';
  return capability.replace(/^key:/, 'keys.').replace(/^hook:/, 'hooks.');
}

/**
 * Models that requests of the case name, or all models of the called operation, that the target does not list. None when its list is
 * empty or cannot be read.
 */
function unlistedModels(
  one: ExpandedCase,
  { capabilities, suite: { models, contract } }: Pick<RunContext, 'capabilities' | 'suite'>,
): readonly string[] {
  const isListed = (model: JsonObject): boolean =>
    [model.id, ...toList(model.spellings)].some((name) => capabilities.has(`model:${String(name)}`));
  if (!models.some(isListed)) return [];
  return one.steps
    .flatMap(requestsOf)
    .filter(({ key = 'rich' }) => ['rich', ...ROLES].includes(key))
    .flatMap((request) => {
      const [name, path] = [modelOf(request, one.values), pathOf(request, { one, contract })];
      const named = findModel(models, name ?? null);
      if (named && !isListed(named)) return [String(named.id)];
      const offered = models.filter(({ endpoints }) => toList(endpoints).includes(path ?? null));
      return offered.length > 0 && !offered.some(isListed)
        ? [offered.map(({ id }) => String(id)).join(' or ')]
        : [];
    });
}

/** The path that a request posts to. */
function pathOf(
  { operation, method = 'POST', path }: RequestTemplate,
  { one, contract }: { readonly one: ExpandedCase; readonly contract: JsonObject },
): Json | undefined {
  if (method !== 'POST') return undefined;
  const filled = fillKnown(path ?? operation, one.values);
  if (path !== undefined || filled === undefined) return filled;
  const found = findOperation(String(filled), contract);
  return found.method === 'POST' ? found.path : undefined;
}

function modelOf(
  { body, text, query, parameters }: RequestTemplate,
  values: ExpandedCase['values'],
): string | undefined {
  const named = [body, query, parameters].map((part) => toObject(fillKnown(part, values)).model);
  const inText = /"model":\s*"([^"]+)"/.exec(String(fillKnown(text, values)))?.[1];
  return named.find((model) => typeof model === 'string') ?? inText;
}
