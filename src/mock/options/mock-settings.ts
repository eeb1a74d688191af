/** How a mock behaves; the same as the options of the command `gatewright mock`. */
export interface MockSettings {
  /** Speed of its clock; 1 by default, with 20 tasks finish 20 times as fast. */
  readonly speed?: number | undefined;
  /** Whether its clock stands still until `control.setClock` advances it; false by default. */
  readonly isFrozen?: boolean | undefined;
  /** Makes identifiers, pictures and random choices reproducible; on a frozen clock also times. */
  readonly seed?: number | undefined;
  /** Deposit of the key in US dollars, a decimal such as `1.53`. */
  readonly balance?: string | undefined;
  /** The status of tasks that succeeded (section 2.4); `success` by default. */
  readonly successStatus?: 'success' | 'completed' | undefined;
}
