import type { Workspace } from './workspace.ts';

/** The forms of the SDK profile: in OpenAPI 3.1, in 3.0, and in 3.0 without unions. */
export const DOCUMENTS = {
  '3.1': 'openapi.sdk.json',
  '3.0': 'openapi.sdk-3.0.json',
  flat: 'openapi.sdk-flat-3.0.json',
} as const;

/** A form in which the SDK profile is published. */
export type Form = keyof typeof DOCUMENTS;

/** What a small program does with the client: everything, or only list the models. */
export type Use = 'everything' | 'lists';

/** The workspace of one generator for one document. */
export interface GeneratorWorkspace extends Workspace {
  readonly form: Form;
  /** Path of the document. */
  readonly document: string;
}

/** One generator with one set of options. */
export interface Generator {
  readonly name: string;
  /** Its exact version. */
  readonly version: string;
  /** The command to paste. */
  readonly command: string;
  /** The forms of the document on which it is tried. */
  readonly reads: readonly Form[];
  /** Programs that must be on the machine. */
  readonly needs: readonly string[];
  /** Programs that compile and run its output; without them the client is only generated. */
  readonly needsToUse?: readonly string[];
  /** A note for readers of the table; may be empty. */
  readonly note: string;
  /** The forms whose clients can list but not submit; the note says why. */
  readonly listsOnly?: readonly Form[];
  /** Generates the client in the folder of the workspace. */
  generate(workspace: GeneratorWorkspace): Promise<void>;
  /**
   * Compiles client and program; returns a function that runs the program against an address. If it is missing, the client is only
   * generated.
   */
  compile?(workspace: GeneratorWorkspace): Promise<(baseUrl: string) => Promise<string>>;
}

/** How far a generator got with one document. */
export type Result =
  | { readonly reached: 'works' }
  | { readonly reached: 'lists' }
  | { readonly reached: 'generates' }
  | { readonly reached: 'not here'; readonly missing: string }
  | { readonly reached: 'fails'; readonly step: string; readonly reason: string };

/** What is known of a generator after a run, by form of the document. */
export interface Outcome {
  readonly generator: Generator;
  readonly results: Readonly<Partial<Record<Form, Result>>>;
}
