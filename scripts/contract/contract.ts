/** Any JSON value, as read from a contract file. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object of unknown members. */
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

/** One `schemas/models/<Title>.json`, as written and as the generators use it. */
export interface ModelSource {
  /** Path relative to the contract's root, for messages. */
  readonly file: string;
  /** The file's text, to find the line of a member. */
  readonly text: string;
  readonly title: string;
  readonly id: string;
  readonly spellings: readonly string[];
  /** The file as written. */
  readonly written: JsonObject;
  /** The file as written with the keywords of its family joined in. */
  readonly joined: JsonObject;
  /** The expanded file: what follows from its name and operation filled in, provenance on every statement. */
  readonly source: JsonObject;
  /** The expanded `x-` keywords, including those of the family and of the operation. */
  readonly vocabulary: JsonObject;
  /** The request schema only: `$ref`s to common parts inlined, vocabulary and provenance removed. */
  readonly requestSchema: JsonObject;
}

/** The whole contract in memory, read once by `inspectContract`. */
export interface Contract {
  readonly root: string;
  /** The bundled OpenAPI document: model unions expanded, vocabulary removed. */
  readonly document: JsonObject;
  readonly models: readonly ModelSource[];
  readonly policies: JsonObject;
  readonly errors: JsonObject;
  /** Texts of failed tasks by code and language. */
  readonly messages: JsonObject;
}

/** One file below `generated/`; `text` is complete, banner included. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
  /** A page of the documentation: its path is below `docs`, beside pages written by hand. */
  readonly place?: 'docs';
  /** The command that compares the file instead of `generate:check`, because it depends on more than the contract. */
  readonly comparedBy?: 'check:conformance';
}

/** Converts the contract to files. Pure, apart from its libraries. */
export type Emitter = (contract: Contract) => Promise<readonly GeneratedFile[]>;
