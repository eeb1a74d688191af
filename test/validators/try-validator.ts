import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CommandError, createWorkspace, isHere } from '../generators/workspace.ts';
import {
  type Finding,
  PUBLISHED,
  type PublishedDocument,
  type Validate,
  type Validator,
} from './validator.ts';

const GENERATED = resolve(import.meta.dirname, '../../generated');

/** Where fetched tools are kept, and who is told about progress. */
export interface Setting {
  readonly cache: string;
  tell(text: string): void;
}

/** Runs one validator on every published document. Never rejects. */
export async function tryValidator(
  validator: Validator,
  { cache, tell }: Setting,
): Promise<Readonly<Record<string, Finding>>> {
  const absent = validator.needs.filter((program) => !isHere(program));
  if (absent.length > 0) return forAll({ found: 'not here', missing: absent.join(', ') });
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-validator-'));
  try {
    const validate = await validator.prepare(createWorkspace({ folder, cache, tell }));
    const findings: Record<string, Finding> = {};
    for (const document of PUBLISHED) {
      findings[document.title] = validator.reads.includes(document.version)
        ? await look(validate, document, folder)
        : { found: 'not read' };
    }
    return findings;
  } catch (error) {
    return forAll({ found: 'problems', file: 'the validator itself', report: toReport(error) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function look(validate: Validate, document: PublishedDocument, folder: string): Promise<Finding> {
  for (const file of document.files) {
    try {
      await validate(join(GENERATED, file));
    } catch (error) {
      return { found: 'problems', file, report: toReport(error) };
    }
  }
  const [file] = document.files;
  const broken = join(folder, 'broken.json');
  await writeFile(broken, await breakDocument(file));
  const isSeen = await validate(broken).then(
    () => false,
    (error: unknown) => error instanceof CommandError,
  );
  if (isSeen) return { found: 'nothing' };
  return { found: 'problems', file, report: 'The validator does not see that a copy has no title.' };
}

/** A copy of a document with a fault that every validator has to detect. */
async function breakDocument(file: string): Promise<string> {
  const document = JSON.parse(await readFile(join(GENERATED, file), 'utf8')) as { info: { title?: string } };
  delete document.info.title;
  return JSON.stringify(document);
}

function forAll(finding: Finding): Readonly<Record<string, Finding>> {
  return Object.fromEntries(PUBLISHED.map(({ title }) => [title, finding]));
}

function toReport(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
