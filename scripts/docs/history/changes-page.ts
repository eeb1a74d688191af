import { listOperations } from '../../contract/documents/parts.ts';
import type { Change } from '../../history/change.ts';
import { compareVersions, type ModelChanges } from '../../history/compare-versions.ts';
import type { ContractHistory } from '../../history/contract-history.ts';
import type { ContractVersion } from '../../history/contract-version.ts';
import { code, paragraphs, plain, prose, table } from '../markdown.ts';
import type { SitePage, SiteParts } from '../site.ts';

/** The page of what changed from one version of the contract to the next, the latest first. */
export function changesPage({ history, ownIds }: Pick<SiteParts, 'history' | 'ownIds'>): SitePage {
  const { released, present } = history;
  const steps = released.map((version, index) => describeRelease(released[index - 1], version, present));
  const text = paragraphs([
    '---\noutline: 2\n---',
    '# Changes of the contract',
    'For people who call a gateway, and want to know what a new version means for their program.',
    'What changed for callers from one released version to the next, found by comparing the contracts. A change is marked **breaking** if a request that was accepted is refused, or an answer lacks what it had. Prices and defaults may change without being a break. What changed in the programs is in their [changelog](./changelog.md).',
    // A site of own models comes from a package, whose contract is the released one.
    ownIds.size > 0 ? undefined : describeUnreleased(history),
    ...steps.toReversed(),
  ]);
  return { path: 'contract-changes.md', text };
}

function describeUnreleased({ released, present }: ContractHistory): string {
  const last = released.at(-1);
  return paragraphs([
    '## Not released yet',
    last === undefined
      ? `No version of the contract has been released, so there is nothing to compare with. The first one will have:\n\n${describeAll(present, present)}`
      : describeStep(last, present, present) || `Nothing has changed since ${plain(last.version)}.`,
  ]);
}

function describeRelease(
  before: ContractVersion | undefined,
  after: ContractVersion,
  present: ContractVersion,
): string {
  return paragraphs([
    `## ${plain(after.version)}`,
    `Released on ${plain(after.date)}.`,
    before === undefined
      ? `The first version:\n\n${describeAll(after, present)}`
      : describeStep(before, after, present) || 'Nothing changed for callers.',
  ]);
}

/** Everything that a first version has. */
function describeAll({ models, errors, document }: ContractVersion, present: ContractVersion): string {
  const operations = listOperations(document).length;
  return paragraphs([
    table(
      ['Model', 'Schema version'],
      Object.entries(models).map(([id, model]) => [toModelLink(id, present), code(model.schema_version)]),
    ),
    `Operations: ${operations}. Error reasons: ${Object.keys(errors).length}.`,
  ]);
}

/** What changed; empty if nothing did. */
function describeStep(before: ContractVersion, after: ContractVersion, present: ContractVersion): string {
  const { models, operations, errors } = compareVersions(before, after);
  const sections = [
    ...models.map((model) => describeModel(model, present)),
    describeGroup('Operations', operations),
    describeGroup('Errors', errors),
  ];
  return paragraphs(sections).trim();
}

function describeModel({ id, from, to, changes }: ModelChanges, present: ContractVersion): string {
  const dates = [from, to].filter((date) => date !== undefined).map(code);
  const isSame = from === to;
  const versions = isSame ? `${dates[0]}` : dates.join(' → ');
  return paragraphs([
    `### ${plain(id)}`,
    `${present.models[id] === undefined ? '' : `[Page of the model](./models/${id}.md), `}${code('schema_version')} ${versions}`,
    toList(changes),
  ]).trim();
}

function describeGroup(title: string, changes: readonly Change[]): string | undefined {
  return changes.length > 0 ? `### ${title}\n\n${toList(changes)}` : undefined;
}

/** A model that is gone has no page. */
function toModelLink(id: string, { models }: ContractVersion): string {
  return models[id] === undefined ? code(id) : `[${code(id)}](./models/${id}.md)`;
}

/** Changes as a list, those that break first. */
export function toList(changes: readonly Change[], indent = ''): string {
  const sorted = changes.toSorted((left, right) => Number(right.isBreaking) - Number(left.isBreaking));
  return sorted
    .map(({ text, isBreaking }) => `${indent}- ${isBreaking ? '**Breaking:** ' : ''}${prose(text)}.`)
    .join('\n');
}
