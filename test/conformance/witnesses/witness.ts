/** What a witness saw. */
export interface Finding {
  /** How much it checked, in words: `4,812 answers, 1,644 cases`. */
  readonly looked: string;
  /** What is wrong, one line each; empty when the gateway and its documents are correct. */
  readonly faults: readonly string[];
  /** What was left out, by reason. */
  readonly leftOut?: Readonly<Record<string, number>>;
  /** Why it could not check anything. Then nothing is proven. */
  readonly skipped?: string;
}

/** A third-party tool that checks the gateway or its documents. */
export interface Witness {
  readonly name: string;
  /** Leaves no process behind. Rejects when the tool itself does not work. */
  readonly run: (setting: Setting) => Promise<Finding>;
}

/** Where a witness works. */
export interface Setting {
  /** Its own folder, removed afterwards. */
  readonly folder: string;
  readonly tell: (text: string) => void;
}
