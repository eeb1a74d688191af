import * as policies from '../../../generated/policy-sections.ts';
import type { SchemaViolation } from '../../../generated/validators.js';

const { max_invalid_entries: MAX_ENTRIES } = policies.requests;

/**
 * The errors of a validator, without those in further entries of a list that has very many invalid ones: explaining
 * thousands takes long, and a response lists only the first.
 */
export function inFirstEntries(found: readonly SchemaViolation[]): readonly SchemaViolation[] {
  if (found.length <= MAX_ENTRIES) return found;
  const lists = new Map<string, Set<string>>();
  let last = { path: '', isKept: true };
  return found.filter(({ instancePath: path }) => {
    if (path !== last.path) last = { path, isKept: isInFirst(path, lists) };
    return last.isKept;
  });
}

/** Whether each entry on a path is one of the first invalid ones of its list; the outer lists decide first. */
function isInFirst(path: string, lists: Map<string, Set<string>>): boolean {
  for (let start = path.indexOf('/'); start >= 0; ) {
    const next = path.indexOf('/', start + 1);
    if (isDigit(path.charCodeAt(start + 1))) {
      const list = path.slice(0, start);
      const entry = path.slice(start, next < 0 ? undefined : next);
      const entries = lists.get(list) ?? new Set();
      lists.set(list, entries);
      if (!entries.has(entry) && entries.size >= MAX_ENTRIES) return false;
      entries.add(entry);
    }
    start = next;
  }
  return true;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
