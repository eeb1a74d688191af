import { operations } from '../../../generated/operations.ts';
import * as policies from '../../../generated/policy-sections.ts';
import { closestName } from './closest-name.ts';

interface Endpoint {
  readonly method: string;
  readonly segments: readonly string[];
}

const endpoints: readonly Endpoint[] = Object.values(operations).map(({ method, path }) => ({
  method,
  segments: toSegments(path),
}));
const fixed: ReadonlyMap<string, Endpoint> = new Map(
  endpoints
    .filter(({ segments }) => !segments.some(isParameter))
    .map((endpoint) => [endpoint.segments.join('/'), endpoint]),
);
const open: readonly Endpoint[] = endpoints.filter(({ segments }) => segments.some(isParameter));

const { getModelSchema, listModels } = operations;
const schemaEndpoint = endpoints.find(({ segments }) => `/${segments.join('/')}` === getModelSchema.path);

const { max_misspelled_path_characters: LONGEST_PATH } = policies.wording;

/** The prefix of paths (section 9), which clients leave out or write twice. */
const VERSION = 'v1';

/**
 * The endpoint that was probably meant by a path that does not exist, such as `POST /v1/images/generations`: one that
 * differs only in slashes, case or what precedes `/v1`; the only one that begins with the path; or the closest by
 * edit distance. The schema of a model is meant only if that model has one, otherwise the list of models.
 */
export function closestEndpoint(path: string, hasSchema: (model: string) => boolean): string | undefined {
  if (path.length > LONGEST_PATH) return undefined;
  const all = toSegments(path);
  const given = all.slice(Math.max(all.lastIndexOf(VERSION), 0));
  const meant = findClose(given, hasSchema) ?? findClose([VERSION, ...given], hasSchema);
  return meant?.endsWith(` ${path}`) ? undefined : meant; // a malformed escape, as in `/v1/tasks/%zz`, is no other endpoint
}

function findClose(segments: readonly string[], hasSchema: (model: string) => boolean): string | undefined {
  const meant =
    onlyOne(endpoints.filter((endpoint) => beginsWith(endpoint, segments))) ??
    fixed.get(closestName(segments.join('/'), [...fixed.keys()]) ?? '') ??
    open.find((endpoint) => isClose(endpoint, segments));
  if (meant === undefined) return undefined;
  const model = segments[meant.segments.findIndex(isParameter)] ?? '';
  return meant === schemaEndpoint && !hasSchema(model)
    ? `${listModels.method} ${listModels.path}`
    : toText(meant, segments);
}

function beginsWith(endpoint: Endpoint, segments: readonly string[]): boolean {
  return segments.every((segment, index) => {
    const name = endpoint.segments[index];
    return name !== undefined && (isParameter(name) || name === segment.toLowerCase());
  });
}

function onlyOne(found: readonly Endpoint[]): Endpoint | undefined {
  return found.length === 1 ? found[0] : undefined;
}

function isClose({ segments: names }: Endpoint, segments: readonly string[]): boolean {
  if (names.length !== segments.length) return false;
  const given = segments.filter((_, index) => !isParameter(names[index] ?? ''));
  const known = names.filter((name) => !isParameter(name)).join('/');
  return closestName(given.join('/'), [known]) !== undefined;
}

/** The endpoint with the given parameters in its path. */
function toText({ method, segments: names }: Endpoint, segments: readonly string[]): string {
  const filled = names.map((name, index) => (isParameter(name) ? (segments[index] ?? name) : name));
  return `${method} /${filled.join('/')}`;
}

function isParameter(name: string): boolean {
  return name.startsWith('{');
}

function toSegments(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}
