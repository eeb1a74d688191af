import type { OwnModel } from '../../../scripts/own-models/read-model-folder.ts';
import { packageCatalogue } from '../../contract/catalogue.ts';
import type { PreparedModels } from '../../own-models/prepare-models.ts';
import { listIds, prepareWithProgress } from './prepare-models.ts';
import { watchFolder, watchLinks } from './watch-folder.ts';

/** Editors write a file in several steps, and tools several files. */
const QUIET_MS = 60;

/** What happens when files of the folder change. */
export interface ModelWatcher {
  /** Called with models that have no problems, and a description of what changed. */
  onChange(models: PreparedModels, changes: string): void;
  /** Called when models that had problems are back to what they were. */
  onRepaired(folder: string): void;
  /** Called with the problems of the models, as text. */
  onProblems(text: string): void;
}

/** Watches a folder of models; the returned function stops that. */
export function watchModels(
  prepared: PreparedModels,
  { onChange, onRepaired, onProblems }: ModelWatcher,
): () => void {
  let current = prepared;
  let isBroken = false;
  const look = async () => {
    links.follow();
    try {
      const next = await prepareWithProgress(current.folder);
      const changes = describeChanges(current.models, next.models);
      if (changes !== '') onChange(next, changes);
      else if (isBroken) onRepaired(next.folder);
      isBroken = false;
      current = next;
    } catch (error) {
      isBroken = true;
      onProblems(error instanceof Error ? error.message : String(error));
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const onEvent = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(look);
    }, QUIET_MS);
  };
  const giveUp = (error: unknown) =>
    onProblems(
      `${current.folder} is not watched: ${error instanceof Error ? error.message : String(error)}.`,
    );
  const close = watchFolder(prepared.folder, onEvent, giveUp);
  const links = watchLinks(prepared.folder, onEvent, giveUp);
  // What changed while the first tables were generated; what changes from here on is an event.
  let running = look();
  return () => {
    clearTimeout(timer);
    close();
    links.close();
  };
}

/** A model of the package that another one replaced, or replaces from now on. */
function listWithReplaced(models: readonly OwnModel[], note: string): string {
  return models
    .map((model) => {
      const isOfPackage = packageCatalogue.models.some(({ identity }) => identity.id === model.id);
      return isOfPackage ? `${listIds([model])} (${note})` : listIds([model]);
    })
    .join(', ');
}

/** `added ink-1; changed paper-1.0; removed boat-1`; empty for the same models. */
export function describeChanges(before: readonly OwnModel[], after: readonly OwnModel[]): string {
  const textOf = (models: readonly OwnModel[], id: string | undefined) =>
    models.find((model) => model.id === id)?.text;
  const added = after.filter(({ id }) => textOf(before, id) === undefined);
  const changed = after.filter(({ id, text }) => ![undefined, text].includes(textOf(before, id)));
  const removed = before.filter(({ id }) => textOf(after, id) === undefined);
  const parts = [
    added.length > 0 && `added ${listWithReplaced(added, 'replaces the model of gatewright')}`,
    changed.length > 0 && `changed ${listIds(changed)}`,
    removed.length > 0 && `removed ${listWithReplaced(removed, 'the model of gatewright is used again')}`,
  ];
  return parts.filter(Boolean).join('; ');
}
