import type { Flags } from '../../node/config/config.ts';
import { type CommandLine, readArguments, readCommandLine } from '../command-line.ts';
import { readInteger, refuse } from '../options/refusal.ts';

const MAX_PORT = 65_535;

/** What only a build needs. */
const BUILD_OPTIONS = {
  out: { type: 'string' },
  models: { type: 'string' },
  title: { type: 'string' },
  url: { type: 'string' },
} as const;

const OPTIONS = {
  ...BUILD_OPTIONS,
  serve: { type: 'boolean' },
  port: { type: 'string' },
} as const;

/** A site to build. */
export interface BuildOptions {
  /** Undefined: a temporary folder. */
  readonly out: string | undefined;
  readonly models: string | undefined;
  readonly title: string;
  /** Where it will be published, with a slash at its end. */
  readonly url: string | undefined;
}

/** What to do: build a site, serve one, or both. */
export type DocsOptions =
  | { readonly kind: 'help' }
  | { readonly kind: 'build'; readonly build: BuildOptions; readonly port: number | undefined }
  | { readonly kind: 'serve'; readonly folder: string; readonly port: number };

/** Parses the arguments of `gatewright docs`. Throws an `ArgumentError`. */
export function readDocsOptions(args: readonly string[]): DocsOptions {
  return readArguments(args, OPTIONS, () => toOptions(readCommandLine(args, OPTIONS, 1)));
}

function toOptions({ flags, words }: CommandLine): DocsOptions {
  if (flags.help) return { kind: 'help' };
  const port = readPort(flags.serve === true, flags.port);
  const [folder] = words;
  if (folder === undefined) return { kind: 'build', build: readBuild(flags, port !== undefined), port };
  if (port === undefined) return refuse(`Unexpected argument "${folder}".`);
  const build = Object.keys(BUILD_OPTIONS).find((name) => name in flags);
  if (build !== undefined) refuse(`--${build} is for a new site, and ${folder} is served as it is.`);
  return { kind: 'serve', folder, port };
}

/** The port to serve at, 0 for a free one; undefined where nothing is served. */
function readPort(isServed: boolean, port: Flags[string]): number | undefined {
  if (isServed) return typeof port === 'string' ? readInteger('port', port, { max: MAX_PORT }) : 0;
  return port === undefined ? undefined : refuse('--port is for --serve.');
}

function readBuild({ out, models, title = 'gatewright', url }: Flags, isServed: boolean): BuildOptions {
  if (out === '' || (out === undefined && !isServed))
    refuse('Name the folder to write: --out DIR. Or read the site at once: --serve.');
  return {
    out: typeof out === 'string' ? out : undefined,
    models: typeof models === 'string' ? models : undefined,
    title: String(title),
    url: typeof url === 'string' ? toSiteUrl(url) : undefined,
  };
}

/** The address with a slash at its end. */
function toSiteUrl(text: string): string {
  const { protocol, origin, pathname } = URL.canParse(text) ? new URL(text) : { protocol: '' };
  if (!/^https?:$/.test(protocol)) return refuse(`--url must be an http or https address; got ${text}.`);
  return `${origin}${pathname?.replace(/\/?$/, '/')}`;
}
