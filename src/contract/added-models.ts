/**
 * Models of a user, in the form that the program reads: `gatewright generate` writes them as `models.mjs`, and `loadModels`
 * of `gatewright/mock` reads them from a folder. `Requests` are the types of their requests.
 */
export interface AddedModels<Requests = unknown> {
  /** The form of the entries: one that this version does not know is refused. */
  readonly format: number;
  /** What the program knows about each of them. */
  readonly entries: readonly object[];
  /** The text of the OpenAPI document with these models: `openapi.json` or `openapi.yaml`. */
  readDocument(name: string): Promise<string>;
  /** Never there: what requests these models take. */
  readonly requests?: Requests;
}
