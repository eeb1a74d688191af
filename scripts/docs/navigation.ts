/** A page in the navigation: what it is called there, and where it is. */
interface Entry {
  readonly text: string;
  readonly path: string;
  /** Whether it is no file of `docs/`. */
  readonly isMade?: true;
}

/** Pages for the same readers. */
export interface Group {
  readonly text: string;
  /** For whom, in a sentence of the landing page. */
  readonly readers: string;
  readonly entries: readonly Entry[];
  /** Whether it is only about this project, and not in the packages. */
  readonly isInternal?: true;
}

/** The guides by their readers. Pages of models, errors and decisions are found, not listed. */
export const guides: readonly Group[] = [
  {
    text: 'Call the gateway',
    readers: 'You write a program that needs pictures, clips or text.',
    entries: [
      { text: 'The first call', path: 'first-call.md' },
      { text: 'Tasks and callbacks', path: 'tasks.md' },
      { text: 'Money', path: 'money.md' },
      { text: 'Streaming', path: 'streaming.md' },
      { text: 'Caching', path: 'caching.md' },
      { text: 'Retries', path: 'retries.md' },
      { text: 'The typed client', path: 'client.md' },
      { text: 'SDKs', path: 'sdks.md' },
      { text: 'Use an existing client', path: 'clients.md' },
      { text: 'From the command line', path: 'cli.md' },
      { text: 'Receive callbacks', path: 'callbacks.md' },
      { text: 'Errors', path: 'errors/index.md', isMade: true },
      { text: 'Fields of text requests', path: 'text-requests.md' },
      { text: 'Fields of answers', path: 'answers.md', isMade: true },
      { text: 'The specification, by section', path: 'specification.md' },
      { text: 'Changes of the contract', path: 'contract-changes.md', isMade: true },
      { text: 'Validators, SDK generators, viewers', path: 'sdk-generators.md' },
    ],
  },
  {
    text: 'Develop and test',
    readers: 'You build a page or a service, and want a gateway that costs nothing.',
    entries: [
      { text: 'Test with the mock', path: 'testing.md' },
      { text: 'The mock', path: 'mock.md' },
      { text: 'What the packages contain', path: 'packages.md' },
      { text: 'The mock behind MSW', path: 'msw.md' },
    ],
  },
  {
    text: 'Build a gateway',
    readers: 'You offer your own models, or have a gateway that should follow the contract.',
    entries: [
      { text: 'Your own models', path: 'your-own-models.md' },
      { text: 'Adding a model', path: 'adding-a-model.md' },
      { text: 'A docs site', path: 'docs-site.md' },
      { text: 'Test your own gateway', path: 'conformance.md' },
      { text: 'What the conformance suite requires', path: 'conformance-requirements.md' },
      { text: 'Which faults the suite catches', path: 'conformance-mutants.md' },
    ],
  },
  {
    text: 'Operate',
    readers: 'You run the service.',
    entries: [
      { text: 'Run it as a service', path: 'serve.md' },
      { text: 'In containers', path: 'deploy.md' },
      { text: 'Reliability', path: 'reliability.md' },
      { text: 'How fast the mock is', path: 'bench.md' },
    ],
  },
  {
    text: 'Contribute',
    readers: 'You change gatewright itself.',
    isInternal: true,
    entries: [
      { text: 'Architecture', path: 'architecture.md' },
      { text: 'Mutation testing', path: 'mutation-testing.md' },
      { text: 'Releases', path: 'releases.md' },
      { text: 'Changelog', path: 'changelog.md', isMade: true },
      { text: 'Decisions', path: 'decisions/index.md' },
    ],
  },
];

/** Paths of guides below `docs/`; that of an index is a README there. */
export function listGuides(groups: readonly Group[]): readonly string[] {
  return groups.flatMap(({ entries }) => entries.flatMap(({ path, isMade }) => (isMade ? [] : [path])));
}
