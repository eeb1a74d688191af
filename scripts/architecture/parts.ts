/** A top folder of the code: what it holds, and where the picture shows it. */
export interface Part {
  readonly folder: string;
  readonly holds: string;
  /** From the top. */
  readonly row: number;
  /** From the left: 0 to 2. */
  readonly column: number;
}

/** Every top folder of the code. What they import is read from the files. */
export const parts: readonly Part[] = [
  { folder: 'src/entries', holds: 'what users import', row: 0, column: 0 },
  { folder: 'src/cli', holds: 'command line', row: 0, column: 1 },
  { folder: 'src/conformance', holds: 'cases against any gateway', row: 1, column: 0 },
  { folder: 'src/node', holds: 'processes and their settings', row: 1, column: 1 },
  { folder: 'src/msw', holds: 'the mock in tests and pages', row: 1, column: 2 },
  { folder: 'src/mock', holds: 'sessions, scenarios, control', row: 2, column: 2 },
  { folder: 'src/http', holds: 'sockets and Web Fetch', row: 3, column: 1 },
  { folder: 'src/adapters', holds: 'implementations of ports', row: 3, column: 2 },
  { folder: 'src/sample-media', holds: 'sample pictures and clips', row: 4, column: 2 },
  { folder: 'src/gateway', holds: 'requests, tasks, money; ports', row: 4, column: 1 },
  { folder: 'src/contract', holds: 'validate, size, price, sign', row: 5, column: 1 },
  { folder: 'src/client', holds: 'typed client', row: 3, column: 0 },
  { folder: 'src/own-models', holds: 'models of users', row: 5, column: 0 },
  { folder: 'src/runtime', holds: 'turns and timers of any runtime', row: 5, column: 2 },
  { folder: 'generated', holds: 'types, tables, validators', row: 6, column: 1 },
  { folder: 'scripts', holds: 'read openapi/ and schemas/', row: 6, column: 0 },
];

/** Arrows that are not imports: files that one folder writes into another. */
export const flows = [{ from: 'scripts', to: 'generated' }] as const;
