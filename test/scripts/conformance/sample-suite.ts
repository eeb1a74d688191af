import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { checkConformance, updateConformance } from '../../../scripts/check-conformance.ts';
import { toLine } from '../../../scripts/contract/problem.ts';

const project = resolve(import.meta.dirname, '../../..');

/** A small conformance suite in a temporary folder, without problems until a test introduces one. */
export interface SampleSuite extends AsyncDisposable {
  readonly root: string;
  readonly read: (file: string) => Promise<string>;
  readonly write: (file: string, text: string) => Promise<void>;
  /** Replaces a text in the file; throws when the file does not contain it. */
  readonly change: (file: string, from: string, to: string) => Promise<void>;
  /** The problems, one line each. */
  readonly check: () => Promise<readonly string[]>;
  /** What `--write` does; the files that it wrote. */
  readonly mend: () => Promise<readonly string[]>;
}

export const SPECIFICATION = `# Tea

## 1. Pot

The pot holds tea. Pour it within 5 minutes. It is pretty.

| Cup | Size |
|---|---|
| small | 100 ml |
`;

const SENTENCES = `- { section: "1", ordinal: 1, digest: "2c03254fabe6" }
- { section: "1", ordinal: 2, digest: "5ae66f4634c8" }
- { section: "1", ordinal: 3, digest: "3f06f45b595b", informative: "Praise." }
- { section: "1", ordinal: 4, digest: "6f081fc19c2a" }
`;

const POT = `# What a pot does.
- id: GW-POT-001
  level: MUST
  section: "1"
  sentences: ["1/1"]
  statement: A pot that was filled pours tea.
  verified_by: [pot.pours]

- id: GW-POT-002
  level: SHOULD
  section: "1"
  sentences: ["1/2"] # as the specification advises
  statement: >-
    A pot pours within
    five minutes.

- id: GW-POT-003
  level: CHOICE
  section: "1"
  statement: A pot is made of cast iron.
`;

const CUP = `- id: GW-CUP-001
  level: MUST
  section: "1"
  sentences: ["1/4"]
  statement: A small cup holds 100 ml of tea.
  untestable: Nobody may look into the cup.
`;

const CASES = `- id: pot.pours
  title: A pot pours tea
  steps:
    - request: {operation: pourTea}
      expect:
        - {status: 200}
        - {requirement: GW-POT-001, body: {tea: true}}
`;

/** Creates the suite. */
export async function createSampleSuite(): Promise<SampleSuite> {
  const root = await mkdtemp(join(tmpdir(), 'gatewright-fence-'));
  const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  };
  await write('openapi/openapi.yaml', 'openapi: 3.1.0\ninfo: {title: Tea, version: 1.0.0}\n');
  await write('conformance/sentences.yaml', SENTENCES);
  await write('conformance/requirements/pot.yaml', POT);
  await write('conformance/requirements/cup.yaml', CUP);
  await write('conformance/cases/pot/pouring.yaml', CASES);
  await write('conformance/frozen/1.0.0.txt', 'GW-CUP-001\nGW-POT-001\nGW-POT-002\nGW-POT-003\n');
  const schema = 'conformance/requirement.schema.json';
  await cp(join(project, schema), join(root, schema));
  return {
    root,
    read,
    write,
    change: async (file, from, to) => {
      const text = await read(file);
      if (!text.includes(from)) throw new Error(`${file} does not have ${from}`);
      await write(file, text.replace(from, to));
    },
    check: async () => (await checkConformance({ root })).map(toLine),
    mend: () => updateConformance(root),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
