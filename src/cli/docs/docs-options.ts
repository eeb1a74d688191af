import { explain, readCommandLine } from '../command-line.ts';
import { Refusal, readInteger, refuse } from '../options/refusal.ts';

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
  help: { type: 'boolean', short: 'h' },
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
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'build'; readonly build: BuildOptions; readonly port: number | undefined }
  | { readonly kind: 'serve'; readonly folder: string; readonly port: number };

/** Parses the arguments of `gatewright docs`. */
export function readDocsOptions(args: readonly string[]): DocsOptions {
  const line = readCommandLine(args, OPTIONS);
  if (line.kind === 'invalid') return line;
  const { flags, words } = line;
  if (flags.help) return { kind: 'help' };
  try {
    const port = readPort(flags.serve === true, flags.port);
    const [folder, odd] = words;
    if (odd !== undefined) refuse(`Unexpected argument "${odd}".`);
    if (folder === undefined) return { kind: 'build', build: readBuild(flags, port !== undefined), port };
    if (port === undefined) return refuse(`Unexpected argument "${folder}".`);
    const build = Object.keys(BUILD_OPTIONS).find((name) => name in flags);
    if (build !== undefined) refuse(`--${build} is for a new site, and ${folder} is served as it is.`);
    return { kind: 'serve', folder, port };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: 'invalid', message: explain(error, []) };
  }
}

type Flags = Extract<ReturnType<typeof readCommandLine>, { kind: 'read' }>['flags'];

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
