import { constants, open } from 'node:fs/promises';
import { parse } from 'yaml';
import { UsageError } from '../usage-error.ts';

/** Reads the YAML file given with an option of the command. Throws `UsageError` when it cannot be read or parsed. */
export async function readYamlOption(option: string, file: string): Promise<unknown> {
  const text = await readText(file);
  if (text === undefined) throw new UsageError(`--${option} ${file}: the file cannot be read.`);
  try {
    const value: unknown = parse(text, { logLevel: 'error' });
    JSON.stringify(value); // throws for an alias within its own anchor, which recursion would follow without end
    return value;
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
  }
}

/** Opening a pipe would wait for a program that writes to it, and a device may never end. */
async function readText(path: string): Promise<string | undefined> {
  try {
    await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    return (await file.stat()).isFile() ? await file.readFile('utf8') : undefined;
  } catch {
    return undefined;
  }
}
