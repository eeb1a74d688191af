import { once } from '../../gateway/memory/once.ts';
import { readGenerated } from './read-generated.ts';

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary?: string }>>>>;
};

/** The operations of the control plane's own document, read once. */
export const listControlOperations = once(async () => {
  const { paths } = JSON.parse(await readGenerated('mock-openapi.json')) as Document; // checked by the generator
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { summary }]) =>
      summary === undefined ? [] : [{ method: method.toUpperCase(), path, summary }],
    ),
  );
});
