import type { Workspace } from '../generators/workspace.ts';

/** A version of OpenAPI that a document is published in. */
export type Version = '3.2' | '3.1' | '3.0';

/** One published document with its files below `generated/`; the first is JSON. */
export interface PublishedDocument {
  readonly title: string;
  readonly version: Version;
  readonly files: readonly [string, ...string[]];
}

/** Every document of an API that the project publishes. */
export const PUBLISHED: readonly PublishedDocument[] = [
  { title: 'full, 3.1', version: '3.1', files: ['openapi.json', 'openapi.yaml'] },
  { title: 'full, 3.2', version: '3.2', files: ['openapi-3.2.json', 'openapi-3.2.yaml'] },
  { title: 'SDK profile, 3.1', version: '3.1', files: ['openapi.sdk.json'] },
  { title: 'SDK profile, 3.0', version: '3.0', files: ['openapi.sdk-3.0.json'] },
  { title: 'SDK profile, flat', version: '3.0', files: ['openapi.sdk-flat-3.0.json'] },
  { title: 'control plane of the mock', version: '3.1', files: ['mock-openapi.json'] },
];

/** Resolves when a document has no problem of any severity; rejects with what the validator printed. */
export type Validate = (document: string) => Promise<void>;

/** One third-party validator of OpenAPI documents. */
export interface Validator {
  readonly name: string;
  readonly version: string;
  /** The command to paste, with `openapi.json` for the document. */
  readonly command: string;
  readonly reads: readonly Version[];
  /** Programs that must be on the machine. */
  readonly needs: readonly string[];
  /** Fetches the validator into the workspace. */
  prepare(workspace: Workspace): Promise<Validate>;
}

/** What a validator found in one document. */
export type Finding =
  | { readonly found: 'nothing' }
  | { readonly found: 'not read' }
  | { readonly found: 'not here'; readonly missing: string }
  | { readonly found: 'problems'; readonly file: string; readonly report: string };

/** What one validator found, by document title. */
export interface ValidatorOutcome {
  readonly validator: Validator;
  readonly findings: Readonly<Record<string, Finding>>;
}
