import { readGenerated } from './read-generated.ts';

/** An operation of the control plane, for listing. */
export interface ControlOperation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary?: string }>>>>;
};

let reading: Promise<readonly ControlOperation[]> | undefined;

/** The operations of the control plane's own document, read once. */
export function listControlOperations(): Promise<readonly ControlOperation[]> {
  reading ??= readGenerated('mock-openapi.json').then((text) => {
    const { paths } = JSON.parse(text) as Document; // checked by the generator
    return Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { summary }]) =>
        summary === undefined ? [] : [{ method: method.toUpperCase(), path, summary }],
      ),
    );
  });
  return reading;
}
