import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder for what can be made again, of the user. */
export function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  return join(XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), '.cache'), 'gatewright');
}
