import { existsSync, type FSWatcher, readdirSync, readlinkSync, realpathSync, watch } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Watches a folder, also one that takes its place later; the returned function stops that. */
export function watchFolder(
  folder: string,
  onEvent: () => void,
  giveUp: (error: unknown) => void,
): () => void {
  const path = resolve(folder);
  let inside = openWatcher(path, onEvent, giveUp);
  const onReplaced = (_event: string, name: string | null) => {
    if (name !== basename(path)) return;
    inside?.close();
    inside = existsSync(path) ? openWatcher(path, onEvent, giveUp) : undefined;
    onEvent();
  };
  const beside = openWatcher(dirname(path), onReplaced, () => {}); // without it, the folder itself is watched nevertheless
  return () => {
    inside?.close();
    beside?.close();
  };
}

/** Undefined when the system has no watches left. */
function openWatcher(
  folder: string,
  onEvent: (event: string, name: string | null) => void,
  giveUp: (error: unknown) => void,
): FSWatcher | undefined {
  try {
    return watch(folder, onEvent).on('error', giveUp);
  } catch (error) {
    giveUp(error);
    return undefined;
  }
}

/** Watches the files outside of a folder to which links in it lead. */
export interface LinkWatcher {
  /** Looks which links there are now. */
  follow(): void;
  close(): void;
}

/** Creates the watcher of a folder's links, which follows none yet. */
export function watchLinks(
  folder: string,
  onEvent: () => void,
  giveUp: (error: unknown) => void,
): LinkWatcher {
  let followed: readonly string[] = [];
  let watchers: readonly FSWatcher[] = [];
  const close = () => {
    for (const watcher of watchers) watcher.close();
  };
  return {
    follow() {
      const targets = listTargets(folder);
      if (targets.join('\0') === followed.join('\0')) return;
      close();
      followed = targets;
      watchers = [...new Set(targets.map(dirname))].filter(existsSync).flatMap((beside) => {
        const onChange = (_event: string, name: string | null) => {
          if (name === null || targets.includes(join(beside, name))) onEvent();
        };
        return openWatcher(beside, onChange, giveUp) ?? [];
      });
    },
    close,
  };
}

/** The files that the links of a folder lead to; none for a folder that is away. */
function listTargets(folder: string): readonly string[] {
  try {
    const links = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
    return links.map(({ name }) => findTarget(join(folder, name)));
  } catch {
    return [];
  }
}

function findTarget(link: string): string {
  try {
    return realpathSync(link);
  } catch {
    return resolve(dirname(link), readlinkSync(link)); // it may come back
  }
}
