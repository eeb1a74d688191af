import type { ModelSource } from '../../contract/contract.ts';
import { type ModelStep, modelHistory } from '../../history/model-history.ts';
import { code, paragraphs, plain } from '../markdown.ts';
import type { SiteParts } from '../site.ts';
import { toList } from './changes-page.ts';

/** The dates of a model's `schema_version`, and what changed with each, the latest first. */
export function describeHistory(
  { id }: Pick<ModelSource, 'id'>,
  parts: Pick<SiteParts, 'history' | 'ownIds'>,
): string {
  const { history, ownIds } = parts;
  const steps = modelHistory(id, ownIds.has(id) ? [] : history.released, history.present);
  const isFirst = (index: number) => index === steps.length - 1;
  const entries = steps.map((step, index) =>
    describeStep(step, { isFirst: isFirst(index), isOwn: ownIds.has(id) }),
  );
  return paragraphs([
    `The dates of ${code('schema_version')}, the latest first.`,
    entries.join('\n'),
    ownIds.has(id)
      ? undefined
      : '[Changes of the contract](../contract-changes.md) has those of all models, operations and errors.',
  ]);
}

interface Place {
  readonly isFirst: boolean;
  readonly isOwn: boolean;
}

function describeStep({ schemaVersion, release, changes }: ModelStep, { isFirst, isOwn }: Place): string {
  const date = `- **${code(schemaVersion)}**`;
  if (isOwn) return `${date}, the present one`;
  const place =
    release === undefined
      ? 'not released yet'
      : `released with gatewright ${plain(release.version)} on ${plain(release.date)}`;
  if (isFirst) return `${date}, ${place}: the first date; changes are listed from the first release on`;
  return `${date}, ${place}:\n${toList(changes, '  ')}`;
}
