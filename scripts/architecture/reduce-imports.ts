import type { FolderImport } from './read-imports.ts';

/** The imports that others do not imply: if A imports B, and B imports C, then A to C is left out. */
export function reduceImports(imports: readonly FolderImport[]): readonly FolderImport[] {
  return imports.filter(
    ({ from, to }) =>
      !imports.some((first) => first.from === from && first.to !== to && reaches(imports, first.to, to)),
  );
}

/** A cycle, as the folders on it; undefined where there is none. */
export function findCycle(imports: readonly FolderImport[]): readonly string[] | undefined {
  const edge = imports.find(({ from, to }) => reaches(imports, to, from));
  return edge && [edge.from, edge.to];
}

function reaches(
  imports: readonly FolderImport[],
  from: string,
  to: string,
  seen = new Set<string>(),
): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return imports.some((edge) => edge.from === from && reaches(imports, edge.to, to, seen));
}
