/** A position in a source file, as Redocly reports it. */
interface SourceLocation {
  readonly source: { readonly absoluteRef: string };
  /** JSON pointer below the file, with a leading `#`. */
  readonly pointer: string;
  child(path: readonly string[]): SourceLocation;
}

/** What Redocly passes to a visitor beside the node; only the members used here. */
export interface VisitorContext {
  readonly location: SourceLocation;
  readonly key: string | number;
  report(problem: { readonly message: string; readonly location?: SourceLocation }): void;
  resolve(node: unknown): { readonly node?: unknown };
}

/** An object of the document; rules may only read it, transformations change it in place. */
export type DocumentNode = Record<string, unknown>;

type Visit = (node: DocumentNode, context: VisitorContext) => void;

/** A visitor: what to do when Redocly meets a node of the named type. */
export type Visitor = Readonly<Record<string, Visit | { readonly enter?: Visit; readonly leave?: Visit }>>;

/** True for a JSON object; not for boolean schemas, arrays and null. */
export function isObject(value: unknown): value is DocumentNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True below a condition (`if`, `not`, ...): such schemas test values and declare nothing. */
export function isCondition(pointer: string): boolean {
  return /\/(if|then|else|not|contains|dependentSchemas)(\/|$)/.test(pointer);
}
