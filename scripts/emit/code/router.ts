import type { Emitter } from '../../contract/contract.ts';
import { toScript } from '../banner.ts';
import { type OperationModel, readOperations } from './operation-model.ts';
import { toQuoted, toTypeName } from './typescript-text.ts';

/** Emits `router.ts`: the lookup from method and path to an operation, and the call of its handler. */
export const emitRouter: Emitter = async ({ document }) => {
  const models = readOperations(document);
  const fixed = models.filter(({ path }) => !path.includes('{'));
  const open = models.filter(({ path }) => path.includes('{'));
  const names = models.map(({ operationId }) => `${toTypeName(operationId)}Request`);
  const text = `
import type { OperationId } from './operations.ts';
import type { OperationResponse, Operations, ${names.join(', ')} } from './stub.ts';

${TYPES}
${TABLE_TYPES}
const FIXED: ReadonlyMap<string, Methods> = new Map([
${toRoutes(fixed)
  .map(([path, methods]) => `  [${toQuoted(path)}, defineMethods({ ${methods} })],\n`)
  .join('')}]);

const OPEN: readonly OpenRoute[] = [
${toRoutes(open)
  .map(
    ([path, methods]) => `  defineRoute(${toPattern(path)}, [${toParameterNames(path)}], { ${methods} }),\n`,
  )
  .join('')}];

${FUNCTIONS}
${toCall(models)}`;
  return [{ path: 'router.ts', text: toScript(text) }];
};

const TYPES = `/** The result of looking up a method and a path. */
export type RouteMatch =
  | { readonly kind: 'found'; readonly operationId: OperationId; readonly pathParameters: Readonly<Record<string, string>> }
  | { readonly kind: 'method_not_allowed'; readonly allow: readonly string[] }
  | { readonly kind: 'not_found' };

/** A request that the generated validators accepted: the form in which a pipeline holds it before the call. */
export interface ValidatedRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}
`;

const TABLE_TYPES = `interface Methods {
  readonly found: ReadonlyMap<string, RouteMatch & { readonly kind: 'found' }>;
  readonly refused: RouteMatch;
}

interface OpenRoute extends Methods {
  /** Its groups are the values of the parameters. */
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

const NOT_FOUND: RouteMatch = Object.freeze({ kind: 'not_found' });
const NO_PARAMETERS: Readonly<Record<string, string>> = Object.freeze({});
`;

const FUNCTIONS = `/**
 * Finds the operation for a method (upper case) and a path (without query, still percent-encoded). HEAD counts as GET.
 * Never throws; a path parameter that is empty or wrongly encoded is not found. Results of fixed paths are shared and frozen.
 */
export function matchRoute(method: string, path: string): RouteMatch {
  const fixed = FIXED.get(path);
  return fixed === undefined ? matchOpen(method, path) : (fixed.found.get(method) ?? fixed.refused);
}

function matchOpen(method: string, path: string): RouteMatch {
  for (const route of OPEN) {
    const pathParameters = readParameters(route, path);
    if (pathParameters === undefined) continue;
    const found = route.found.get(method);
    return found === undefined ? route.refused : { kind: 'found', operationId: found.operationId, pathParameters };
  }
  return NOT_FOUND;
}

function readParameters({ pattern, names }: OpenRoute, path: string): Record<string, string> | undefined {
  const values = pattern.exec(path);
  if (!values) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = decode(values[index + 1] ?? '');
    if (value === undefined) return undefined;
    parameters[name] = value;
  }
  return parameters;
}

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function defineMethods(methods: Readonly<Record<string, OperationId>>): Methods {
  const entries = Object.entries(methods).map(
    ([method, operationId]) => [method, Object.freeze({ kind: 'found', operationId, pathParameters: NO_PARAMETERS } as const)] as const,
  );
  const found = new Map(entries);
  return { found, refused: Object.freeze({ kind: 'method_not_allowed', allow: Object.freeze([...found.keys()]) }) };
}

function defineRoute(pattern: RegExp, names: readonly string[], methods: Readonly<Record<string, OperationId>>): OpenRoute {
  return { ...defineMethods(methods), pattern, names };
}
`;

function toRoutes(models: readonly OperationModel[]): readonly (readonly [string, string])[] {
  const routes = new Map<string, string[]>();
  for (const { path, method, operationId } of models) {
    if (/[^/]\{|\}[^/]/.test(path)) throw new Error(`${path}: a path parameter has to fill a whole segment.`);
    const methods = routes.get(path) ?? [];
    for (const name of method === 'GET' ? ['GET', 'HEAD'] : [method])
      methods.push(`${name}: ${toQuoted(operationId)}`);
    routes.set(path, methods);
  }
  // A brace sorts after letters and digits, so that `/a/b` takes precedence over `/a/{x}`.
  const sorted = [...routes].sort(([left], [right]) => (left < right ? -1 : 1));
  return sorted.map(([path, methods]) => [path, methods.sort().join(', ')] as const);
}

function toPattern(path: string): RegExp {
  const literal = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll(/\{[^{}]+\}/g, '([^/]+)')}$`);
}

function toParameterNames(path: string): string {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => toQuoted(name)).join(', ');
}

function toCall(models: readonly OperationModel[]): string {
  const cases = models.map(
    ({ operationId }) => `    case ${toQuoted(operationId)}:
      return operations.${operationId}(request as ${toTypeName(operationId)}Request, context);
`,
  );
  return `/** Calls the handler of an operation with a validated request. The types are correct because the validators come from the same contract. */
export function callOperation<Context>(
  operations: Operations<Context>,
  operationId: OperationId,
  request: ValidatedRequest,
  context: Context,
): Promise<OperationResponse> {
  switch (operationId) {
${cases.join('')}    default:
      return operationId satisfies never;
  }
}
`;
}
