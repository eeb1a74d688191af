/** What the files of one folder may import apart from each other. */
export interface FolderRule {
  readonly folder: string;
  /** Path prefixes below the project root. */
  readonly imports: readonly string[];
  /** All packages, at most one per file, or those of the list (`only` narrows the list to one file). */
  readonly packages: 'any' | 'one a file' | { readonly names: readonly string[]; readonly only?: string };
  readonly node: boolean;
  /** Whether the clock, randomness, timers, the network and the process are off limits: here they are ports. */
  readonly isPure?: boolean;
  /** Whether its direct subfolders may not import each other. */
  readonly isDivided?: boolean;
  /** The only file of it that others import; `none` when nobody may. */
  readonly door?: string;
}

const NONE = { names: [] } as const;
const PROCESS_IMPORTS = [
  'generated/',
  'src/contract/',
  'src/gateway/',
  'src/http/',
  'src/adapters/',
] as const;

/** What every runtime has, under different names. */
const RUNTIME = 'src/runtime/';

const SAMPLE_MEDIA = 'src/sample-media/sample-media.ts';

/** The architecture's table of which folder may import which, one row per folder. */
export const folderRules: readonly FolderRule[] = [
  // The linter checks examples with the production code that binds and evaluates expressions and resolves sizes, and both find misspelled names
  // in the same way.
  // SDKs read sizes, and pages calculate and write amounts, as the gateway does.
  {
    folder: 'scripts/',
    imports: [
      'src/contract/rules/self.ts',
      'src/contract/rules/cel.ts',
      'src/contract/names/closest-name.ts',
      'src/contract/money.ts',
      'src/contract/read-added-models.ts',
      'src/contract/sizes/ratio.ts',
      'src/contract/sizes/size.ts',
    ],
    packages: 'any',
    node: true,
  },
  // The theme of the docs site. Its calculator prices requests by the code of the gateway, its form sends them and
  // follows tasks by that of the client.
  {
    folder: 'site/',
    imports: ['generated/', 'src/contract/', 'src/gateway/text/', 'src/client/'],
    packages: { names: ['vitepress', 'vue'] },
    node: false,
  },
  { folder: 'generated/', imports: [], packages: NONE, node: false },
  {
    folder: 'src/contract/',
    imports: ['generated/'],
    packages: { names: ['@marcbachmann/cel-js'], only: 'src/contract/rules/cel.ts' },
    node: false,
    isPure: true,
  },
  // A separate entry point: programs that do not estimate do not load the rules and prices.
  {
    folder: 'src/client/estimate/',
    imports: ['generated/', 'src/contract/', 'src/client/requests.ts'],
    packages: NONE,
    node: false,
  },
  {
    folder: 'src/client/react/',
    imports: ['generated/', 'src/client/'],
    packages: { names: ['react'] },
    node: false,
  },
  {
    folder: 'src/client/',
    imports: ['generated/', 'src/contract/signature.ts', 'src/contract/sizes/layer-box.ts'],
    packages: { names: ['openapi-fetch'] },
    node: false,
  },
  {
    folder: 'src/gateway/',
    imports: ['generated/', 'src/contract/'],
    packages: { names: ['p-limit', 'tinyqueue'] },
    node: false,
    isPure: true,
  },
  {
    folder: 'src/http/',
    imports: ['generated/', 'src/contract/', 'src/gateway/'],
    packages: 'one a file',
    node: true,
  },
  {
    folder: 'src/adapters/',
    imports: [
      'generated/',
      'src/contract/',
      'src/gateway/ports/',
      'src/gateway/ledger/',
      'src/gateway/memory/',
      'src/gateway/body/',
      'src/adapters/database/',
      RUNTIME,
      SAMPLE_MEDIA,
    ],
    packages: 'one a file',
    node: true,
    isDivided: true,
  },
  {
    folder: 'src/sample-media/',
    imports: ['src/gateway/ports/media/media.ts', RUNTIME],
    packages: { names: ['h264-mp4-encoder', 'mediabunny'] },
    node: false,
    door: SAMPLE_MEDIA,
  },
  {
    folder: 'src/conformance/',
    imports: [],
    packages: {
      names: ['ajv', 'yaml', 'undici', 'sharp', 'mediabunny', '@marcbachmann/cel-js', 'p-limit', 'ipaddr.js'],
    },
    node: true,
  },
  {
    folder: 'src/mock/',
    imports: [...PROCESS_IMPORTS, RUNTIME],
    packages: 'one a file',
    node: true,
  },
  {
    folder: 'src/msw/',
    imports: [...PROCESS_IMPORTS, RUNTIME, SAMPLE_MEDIA, 'src/mock/'],
    packages: 'one a file',
    node: false,
  },
  { folder: RUNTIME, imports: [], packages: NONE, node: false },
  // A folder of models becomes tables by the generators of the project.
  {
    folder: 'src/own-models/',
    imports: ['scripts/own-models/', 'scripts/folders.ts', 'scripts/contract/problem.ts', 'src/contract/'],
    packages: NONE,
    node: true,
  },
  {
    folder: 'src/node/',
    imports: [...PROCESS_IMPORTS, 'src/mock/', 'src/own-models/'],
    packages: NONE,
    node: true,
  },
  // What users of the package import: `scripts/build/entries.ts` lists them.
  {
    folder: 'src/entries/',
    imports: ['src/contract/', 'src/mock/', 'src/msw/', 'src/node/', 'src/own-models/', 'src/conformance/'],
    packages: NONE,
    node: false,
    door: 'none',
  },
  { folder: 'src/cli/', imports: ['generated/', 'scripts/', 'src/'], packages: 'any', node: true },
];
