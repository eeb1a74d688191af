import { readFileSync } from 'node:fs';

/** An operation of a document. */
export interface DocumentOperation {
  readonly id: string;
  /** `GET /v1/tasks/{task_id}`. */
  readonly label: string;
  readonly method: string;
  readonly path: RegExp;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];

/** The operations of an OpenAPI document in JSON. */
export function readOperations(file: string): readonly DocumentOperation[] {
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, { operationId }]) => ({
        id: operationId,
        label: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      })),
  );
}

/** The operation that a request calls; empty when the document has none. */
export function operationOf(
  operations: readonly DocumentOperation[],
  { method, path }: { readonly method: string; readonly path: string },
): string {
  return operations.find((one) => one.method === method && one.path.test(path))?.id ?? '';
}
