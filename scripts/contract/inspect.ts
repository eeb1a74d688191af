import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Contract, JsonObject } from './contract.ts';
import { bundleDocument, ENTRY_DOCUMENT, MOCK_DOCUMENT } from './documents/bundle.ts';
import { parseAll } from './files/data-file.ts';
import { applySteps } from './lint/apply-steps.ts';
import { type LintSubject, readLintSubject } from './lint/lint-subject.ts';
import { locateFindings } from './lint/locate-findings.ts';
import { lintWithRedocly, type RedoclyProblem } from './lint/redocly-lint.ts';
import { dataSteps, documentSteps } from './lint/rules.ts';
import { atTop, ContractError, type Problem, toLine } from './problem.ts';

/** An inspected contract. */
export interface Inspection {
  /** The contract; rejects with a `ContractError` of all problems when the data or the bundle have any. */
  readonly contract: Promise<Contract>;
  /** All problems, the most telling first; available later than the contract. */
  readonly problems: Promise<readonly Problem[]>;
}

/**
 * Reads and checks the contract at `root`. Redocly runs in separate processes meanwhile: it bundles the document, and
 * lints every document, unless a file does not parse. Its findings count where our own rules have none. With `isBundleFirst`
 * it lints after bundling: a caller that awaits the contract gets it sooner.
 */
export function inspectContract(root: string, { isBundleFirst = false } = {}): Inspection {
  const redocly = new AbortController();
  const { signal } = redocly;
  const bundle = settle(bundleDocument(root, { signal }));
  const lint = () => lintWithRedocly(root, listDocuments(root), { signal });
  const style = settle(isBundleFirst ? bundle.then(lint) : lint());
  const checked = settle(
    readLintSubject(root, {}).then(
      (subject) => ({ subject, found: findDataProblems(subject) }),
      (error) => {
        redocly.abort();
        throw error;
      },
    ),
  );
  const problems = findProblems({ checked, bundle, style });
  const contract = Promise.all([checked, bundle]).then(async ([data, document]) => {
    if ('problems' in data || 'problems' in document || data.value.found.length > 0)
      throw new ContractError(await problems);
    return toContract(root, data.value.subject, document.value);
  });
  contract.catch(() => undefined); // a caller that only wants the problems does not await it
  return { contract, problems };
}

/** Findings of our own rules in the data files, the most telling first; consequences of an earlier problem are omitted. */
export function findDataProblems(subject: LintSubject): readonly Problem[] {
  return locateFindings(subject, applySteps(subject, dataSteps));
}

interface Checked {
  readonly subject: LintSubject;
  readonly found: readonly Problem[];
}

interface Work {
  readonly checked: Promise<Settled<Checked>>;
  readonly bundle: Promise<Settled<JsonObject>>;
  readonly style: Promise<Settled<readonly RedoclyProblem[]>>;
}

/** In messages of the rules of `scripts/redocly/`, which read the files of the document as they are written. */
const OWN_RULES = '(gatewright/';

async function findProblems(work: Work): Promise<readonly Problem[]> {
  const [checked, bundle, style] = await Promise.all([work.checked, work.bundle, work.style]);
  if ('problems' in checked) return checked.problems; // what does not parse is not checked further
  const { subject, found } = checked.value;
  // Findings on a union of models with problems are only consequences.
  const unions =
    'value' in bundle && found.length === 0
      ? locateFindings(subject, applySteps({ ...subject, document: bundle.value }, documentSteps))
      : [];
  const own = [...found, ...unions];
  const files = new Set(own.map(({ file }) => file));
  // An error in a schema is in the document too, and Redocly finds it again wherever the schema is used.
  const isInSchemas = [...files].some((file) => file.startsWith('schemas/'));
  const counts = ({ file, message }: Problem) =>
    !files.has(file) && (!isInSchemas || message.includes(OWN_RULES));
  const others = 'value' in style ? toSources(subject, style.value).filter(counts) : [];
  const all = [...new Map([...own, ...others].map((problem) => [toLine(problem), problem])).values()];
  if (all.length > 0) return all; // a reported error explains why a tool failed
  const failures = [style, bundle].flatMap((outcome) => ('problems' in outcome ? outcome.problems : []));
  if (failures.length === 0) return [];
  const parsed = await settle(parseAll(subject.openapi)); // a text that does not parse explains it too
  return 'problems' in parsed ? parsed.problems : failures;
}

/** Redocly's problems at the place to fix them: the models in the root document come from their own files. */
function toSources(subject: LintSubject, problems: readonly RedoclyProblem[]): readonly Problem[] {
  return problems.flatMap(({ pointer, ...problem }) => {
    const [, title = '', rest = ''] = /^\/components\/schemas\/([^/]+)(\/.*)?$/.exec(pointer) ?? [];
    const model = subject.models.find((candidate) => candidate.title === title);
    if (problem.file !== ENTRY_DOCUMENT || !model) return [problem];
    return locateFindings(subject, [{ file: model.file, pointer: rest, message: problem.message }]);
  });
}

function toContract(root: string, subject: LintSubject, document: JsonObject): Contract {
  const { models, policies, errors, messages } = subject;
  const data = { policies: policies.source, errors: errors.source, messages: messages.source };
  return { root, document, models, ...data };
}

/** The contract's document, and that of the mock's control plane if there is one. */
function listDocuments(root: string): readonly string[] {
  return [ENTRY_DOCUMENT, MOCK_DOCUMENT].filter((document) => existsSync(resolve(root, document)));
}

type Settled<T> = { readonly value: T } | { readonly problems: readonly Problem[] };

async function settle<T>(promise: Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await promise };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    const { problems, message } = error;
    return { problems: problems.length > 0 ? problems : [atTop(ENTRY_DOCUMENT, message)] };
  }
}
