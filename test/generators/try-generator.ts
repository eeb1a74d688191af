import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkUse } from './check-use.ts';
import { DOCUMENTS, type Form, type Generator, type Result } from './generator.ts';
import type { Wire } from './wire.ts';
import { createWorkspace, isHere } from './workspace.ts';

const GENERATED = resolve(import.meta.dirname, '../../generated');

/** What all generators share. */
export interface Surroundings {
  readonly cache: string;
  readonly wire: Wire;
  /** Whether the folders are kept for inspection. */
  readonly keep: boolean;
  tell(text: string): void;
}

/** Runs one generator on one document, in its own folder: generate, compile, use. Never rejects. */
export async function tryGenerator(
  generator: Generator,
  form: Form,
  surroundings: Surroundings,
): Promise<Result> {
  const absent = generator.needs.filter((program) => !isHere(program));
  if (absent.length > 0) return { reached: 'not here', missing: absent.join(', ') };
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-generator-'));
  surroundings.tell(`in ${folder}`);
  try {
    return await work(generator, form, { ...surroundings, folder });
  } finally {
    if (!surroundings.keep) await rm(folder, { recursive: true, force: true });
  }
}

async function work(
  generator: Generator,
  form: Form,
  { folder, cache, wire, tell }: Surroundings & { readonly folder: string },
): Promise<Result> {
  const workspace = {
    ...createWorkspace({ folder, cache, tell }),
    form,
    document: join(GENERATED, DOCUMENTS[form]),
  };
  let step = 'generate';
  try {
    await generator.generate(workspace);
    const absent = (generator.needsToUse ?? []).filter((program) => !isHere(program));
    if (absent.length > 0) tell(`not compiled, not here: ${absent.join(', ')}`);
    if (generator.compile === undefined || absent.length > 0) return { reached: 'generates' };
    step = 'compile';
    const use = (generator.listsOnly ?? []).includes(form) ? 'lists' : 'everything';
    const run = await generator.compile(workspace);
    for (const [name, baseUrl] of [
      ['use', wire.plain],
      ['use of answers that have grown', wire.grown],
    ] as const) {
      step = name;
      wire.takeSent();
      await checkUse({
        use,
        output: await run(baseUrl),
        sent: wire.takeSent(),
        baseUrl,
      });
    }
    return { reached: use === 'lists' ? 'lists' : 'works' };
  } catch (error) {
    return { reached: 'fails', step, reason: error instanceof Error ? error.message : String(error) };
  }
}
