import { closestName, didYouMean } from '../../contract/names/closest-name.ts';
import { readTextFile } from '../../node/config/read-regular-file.ts';
import { refuse } from '../options/refusal.ts';

/** The file that holds the settings of a folder of models. */
export const PROJECT_FILE = 'gatewright.config.json';

/** What `gatewright.config.json` of the current folder says; flags take precedence. */
export interface Project {
  /** Folder with model files, relative to the current one. */
  readonly models?: string | undefined;
  /** Options of `gatewright mock`, as on a command line. */
  readonly mock: readonly string[];
  /** Folder that `gatewright generate` writes. */
  readonly out?: string | undefined;
}

/** Reads the file of the current folder; without one nothing is set. Throws a `Refusal` that names the file. */
export function readProject(): Project {
  const text = readText();
  if (text === undefined) return { mock: [] };
  const settings = expectMembers(parse(text), '', ['models', 'mock', 'generate']);
  const generate = expectMembers(settings.generate ?? {}, 'generate', ['out']);
  return {
    models: expectText(settings.models, 'models'),
    mock: toArguments(expectMembers(settings.mock ?? {}, 'mock')),
    out: expectText(generate.out, 'generate.out'),
  };
}

function readText(): string | undefined {
  const file = readTextFile(PROJECT_FILE);
  if (file.kind === 'read') return file.text;
  return file.kind === 'missing' ? undefined : refuseFile(file.why);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return refuseFile(`the file is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function expectMembers(value: unknown, name: string, known?: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuseFile(`${name || 'the file'} must be one JSON object`);
  const odd = Object.keys(value).find((member) => known?.includes(member) === false);
  if (odd === undefined) return { ...value };
  const hint = didYouMean(closestName(odd, known ?? []));
  return refuseFile(`there is no setting "${odd}"${hint && `.${hint}`}`);
}

function expectText(value: unknown, name: string): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  return refuseFile(`${name} must be the path of a folder`);
}

/** `{"port": 9000, "quiet": true}` as `--port=9000 --quiet`. */
function toArguments(options: Record<string, unknown>): readonly string[] {
  return Object.entries(options).flatMap(([name, value]): readonly string[] => {
    if (typeof value === 'boolean') return value ? [`--${name}`] : [];
    if (typeof value === 'string' || typeof value === 'number') return [`--${name}=${value}`];
    return refuseFile(`mock.${name} must be text, a number, true or false`);
  });
}

function refuseFile(message: string): never {
  return refuse(`${PROJECT_FILE}: ${message.replace(/\.?$/, '')}${message.endsWith('?') ? '' : '.'}`);
}
