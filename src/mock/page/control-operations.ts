import type { Documents } from '../documents.ts';

type ControlDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary?: string }>>>>;
};

/** The operations of the control plane's own document. */
export async function listControlOperations(documents: Documents) {
  const { paths } = JSON.parse(await documents.read('mock-openapi.json')) as ControlDocument; // checked by the generator
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { summary }]) =>
      summary === undefined ? [] : [{ method: method.toUpperCase(), path, summary }],
    ),
  );
}
