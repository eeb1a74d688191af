import type { Level } from '../run/result.ts';
import type { Case } from './case.ts';
import { type JsonObject, toList } from './json.ts';

/** A statement of the specification, or a decision of the contract. */
export interface Requirement {
  readonly id: string;
  readonly level: Level;
  readonly section: string;
  readonly statement: string;
  readonly verified_by?: readonly string[];
  readonly untestable?: string;
}

/** A check of every exchange. */
export interface Invariant {
  readonly id: string;
  readonly requirement: string;
  /** CEL: the exchanges that it applies to; all by default. */
  readonly when?: string;
  readonly that?: string;
  /** Name of a schema in `conformance/schemas`. */
  readonly schema?: string;
  /** The body is valid against the response that the contract declares for the operation and status. */
  readonly declared?: boolean;
}

export interface FiledCase extends Case {
  readonly file: string;
}

/** Everything below `conformance/`, and the bundled contract. */
export interface Suite {
  readonly version: string;
  readonly requirements: ReadonlyMap<string, Requirement>;
  readonly cases: readonly FiledCase[];
  readonly invariants: readonly Invariant[];
  /** JSON Schemas of the shapes that the specification states, by name. */
  readonly schemas: Readonly<Record<string, JsonObject>>;
  /** The bundled OpenAPI document. */
  readonly contract: JsonObject;
  /** Every model file as data. */
  readonly models: readonly JsonObject[];
}

/** The model file with this id or spelling. */
export function findModel(models: Suite['models'], name: unknown): JsonObject | undefined {
  return models.find(({ id, spellings }) => [id, ...toList(spellings)].some((one) => one === name));
}
