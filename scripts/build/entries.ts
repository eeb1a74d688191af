/** A module that users import. */
export interface Entry {
  /** As in `exports`: `./mock`, or `.`. */
  readonly path: string;
  readonly module: string;
  /** What browsers load in its place, bundled: for an entry whose module needs Node. */
  readonly browser?: string;
}

/** The modules of `gatewright`; nothing else of its code is public. */
export const gatewrightEntries: readonly Entry[] = [
  { path: './conformance', module: 'src/entries/conformance.ts' },
  { path: './contract', module: 'src/entries/contract.ts' },
  { path: './mock', module: 'src/entries/mock.ts' },
  { path: './msw', module: 'src/entries/msw.ts', browser: 'src/entries/msw.browser.ts' },
];

/** Files of `gatewright` that are public as they are. */
export const gatewrightDocuments: Readonly<Record<string, string>> = {
  './openapi.json': './generated/openapi.json',
  './openapi.yaml': './generated/openapi.yaml',
  './openapi.sdk.json': './generated/openapi.sdk.json',
  './openapi.sdk-3.0.json': './generated/openapi.sdk-3.0.json',
  './openapi.sdk-flat-3.0.json': './generated/openapi.sdk-flat-3.0.json',
  './schemas/*': './generated/schemas/*',
  './package.json': './package.json',
};

/** The modules of `@gatewright/client`. */
export const clientEntries: readonly Entry[] = [
  { path: '.', module: 'src/client/index.ts' },
  { path: './estimate', module: 'src/client/estimate/index.ts' },
  { path: './react', module: 'src/client/react/index.ts' },
];

/** `mock` for `./mock`, and `index` for the entry without a name. */
export function nameOf({ path }: Entry): string {
  return path === '.' ? 'index' : path.slice('./'.length);
}

/** Where the declarations of an entry are in a package. */
export function typesOf({ module }: Entry): string {
  return `./types/${module.replace(/\.ts$/, '.d.ts')}`;
}
