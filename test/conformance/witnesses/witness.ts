/** What a witness saw. */
export interface Finding {
  /** How much it looked at, in words: `4,812 answers, 1,644 cases`. */
  readonly looked: string;
  /** What is wrong, one line each; none when the gateway and its documents are right. */
  readonly faults: readonly string[];
  /** What was left out, by reason. */
  readonly leftOut?: Readonly<Record<string, number>>;
  /** Why it could not testify at all. Then it has seen nothing, and nothing is proven. */
  readonly skipped?: string;
}

/** A tool of others that looks at the gateway or its documents. */
export interface Witness {
  readonly name: string;
  /** Never leaves a process behind. Rejects when the tool itself does not work. */
  readonly run: (setting: Setting) => Promise<Finding>;
}

/** Where a witness works. */
export interface Setting {
  /** A folder of its own, removed afterwards. */
  readonly folder: string;
  readonly tell: (text: string) => void;
}
