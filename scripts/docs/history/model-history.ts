import type { ModelSource } from '../../contract/contract.ts';
import { type ModelStep, modelHistory } from '../../history/model-history.ts';
import { code, paragraphs, plain } from '../markdown.ts';
import type { SiteParts } from '../site.ts';
import { toList } from './changes-page.ts';

/** The dates of a model's `schema_version`, and what changed with each, the latest first. */
export function describeHistory(
  { id }: Pick<ModelSource, 'id'>,
  { history, ownIds }: Pick<SiteParts, 'history' | 'ownIds'>,
): string {
  const { released, present } = history;
  if (ownIds.has(id)) {
    const [step] = modelHistory(id, [], present);
    return `- ${describeDate(step?.schemaVersion ?? '')} (current)`;
  }
  const steps = modelHistory(id, released, present);
  const entries = steps.map((step, index) => {
    const place = `- ${describeDate(step.schemaVersion)}, ${describeRelease(step)}:`;
    if (index < steps.length - 1) return `${place}\n${toList(step.changes, '  ')}`;
    return `${place} ${released.length === 0 ? 'changes will be listed here from the first release on' : 'the first version of the model'}`;
  });
  return paragraphs([
    `Values of ${code('schema_version')}, the latest first.`,
    entries.join('\n'),
    '[Changes of the contract](../contract-changes.md) lists the changes of all models, operations and errors.',
  ]);
}

function describeDate(date: string): string {
  return `**${code(date)}**`;
}

function describeRelease({ release }: ModelStep): string {
  if (release === undefined) return 'not released yet';
  return `released with gatewright ${plain(release.version)} on ${plain(release.date)}`;
}
