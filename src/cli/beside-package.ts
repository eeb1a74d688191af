import { sep } from 'node:path';

/**
 * Where a tool has to be installed for this package to find it, as the end of a sentence: empty when that is the current folder, or when
 * the package is not installed by npm.
 */
export function besidePackage(own: string = import.meta.dirname, current: string = process.cwd()): string {
  const [folder = '', ...rest] = own.split(`${sep}node_modules${sep}`);
  return rest.length === 0 || folder === current ? '' : ` in ${folder}, where gatewright is installed`;
}
