import type { SchemaChange } from '../breaking/breaking-change.ts';
import { DOCUMENT_FILE, findBreakingChanges } from '../breaking/find-breaking-changes.ts';
import { withoutNewConditions } from '../breaking/new-conditions.ts';
import { stepsOf } from '../contract/json.ts';
import { code } from '../docs/markdown.ts';
import { type Change, fieldAt } from './change.ts';
import type { ContractVersion } from './contract-version.ts';

/** What changed of the operations: what broke, and what is new, which is what would break on the way back. */
export function compareOperations(before: ContractVersion, after: ContractVersion): readonly Change[] {
  const broken = compare(before, after).map((change) => ({
    text: describe(change, change.what),
    isBreaking: true,
  }));
  const added = compare(after, before).flatMap((change) => {
    const what = toAddition(change.what);
    return what === undefined ? [] : [{ text: describe(change, what), isBreaking: false }];
  });
  return [...new Map([...broken, ...added].map((change) => [change.text, change])).values()];
}

function compare(before: ContractVersion, after: ContractVersion): readonly SchemaChange[] {
  const [was, now] = [toSnapshot(before), toSnapshot(after)];
  return findBreakingChanges(was, withoutNewConditions(now, was)).filter(
    ({ file }) => file === DOCUMENT_FILE,
  );
}

function toSnapshot({ document, models }: ContractVersion) {
  const schemas = Object.entries(models).map(([id, { schema }]) => [`${id}.json`, schema] as const);
  return { document, schemas: Object.fromEntries(schemas) };
}

/** A loss on the way back as a gain. */
const ADDITIONS: readonly (readonly [RegExp, string])[] = [
  [/^operation is gone$/, 'new operation'],
  [/^parameter (?:\w+ )?(.+) is gone$/, 'new parameter `$1`'],
  [/^property is gone$/, 'new field of the request'],
  [/^field of the response is gone$/, 'new field of the response'],
  [/^response (\w+) is gone$/, 'new response $1'],
  [/^media type (.+) is gone$/, 'new media type `$1`'],
  [/^("?[^"]*"?) is no longer allowed$/, 'takes `$1`'],
  [/^(".+") is no longer guaranteed$/, '$1 is always there'],
];

function toAddition(loss: string): string | undefined {
  const known = ADDITIONS.find(([pattern]) => pattern.test(loss));
  return known && loss.replace(...known);
}

function describe({ pointer }: SchemaChange, what: string): string {
  return `${toPlace(pointer)}: ${what}`;
}

/** `GET /v1/tasks`, response 200, or `Task.result`. */
function toPlace(pointer: string): string {
  const [kind, first = '', second = '', group, status] = stepsOf(pointer);
  const field = fieldAt(pointer);
  if (kind !== 'paths') return code([second, field].filter((name) => name !== '').join('.'));
  const response = group === 'responses' ? [`response ${status}`] : [];
  const inside = field === '' ? [] : [code(field)];
  return [code(`${second.toUpperCase()} ${first}`), ...response, ...inside].join(', ');
}
