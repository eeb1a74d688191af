import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toObject, toText } from '../contract/json.ts';
import { atTop, type Problem } from '../contract/problem.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import type { OwnModel } from './read-model-folder.ts';

const PACKAGE = resolve(import.meta.dirname, '../..');
const MODELS = 'schemas/models';
const PLUGIN = './scripts/redocly/plugin.ts';

/** The contract of this package with the models of a folder, as a contract of its own. */
export interface MergedContract extends AsyncDisposable {
  /** Its folder, which exists until it is disposed of. */
  readonly root: string;
  /** Problems of this contract at the files in which they can be solved. */
  toOwn(problems: readonly Problem[]): readonly Problem[];
}

/** Models that cannot be merged: a file that cannot be read, or with the name of another model's. */
export interface Unmergeable {
  readonly problems: readonly Problem[];
}

/** Merges the models into the contract of this package; one with the id of a model of the package replaces it. */
export async function mergeContract(models: readonly OwnModel[]): Promise<MergedContract | Unmergeable> {
  const given = await readGivenModels();
  const kept = given.filter((one) => !models.some((model) => replaces(model, one)));
  const problems = models.flatMap((model) => fileProblems(model, kept));
  if (problems.length > 0) return { problems };
  const folder = await makeTemporaryFolder('gatewright-models-');
  const root = folder.path;
  await mkdir(join(root, MODELS), { recursive: true });
  await Promise.all([
    // On Windows, a junction is the link that everyone may create.
    ...['openapi', 'schemas/common', 'schemas/operations'].map((folder) =>
      symlink(join(PACKAGE, folder), join(root, folder), 'junction'),
    ),
    ...['schemas/model.schema.json', 'schemas/operation.schema.json'].map((file) =>
      cp(join(PACKAGE, file), join(root, file)),
    ),
    ...[...kept, ...models].map(({ name, text }) => writeFile(join(root, MODELS, name), text)),
    writeRedoclyConfig(root),
  ]);
  return {
    root,
    toOwn: (problems) => problems.filter(isSolvable).map((problem) => toOwn(problem, models)),
    [Symbol.asyncDispose]: folder.remove,
  };
}

type GivenModel = Pick<OwnModel, 'name' | 'text'> & { readonly id: string };

async function readGivenModels(): Promise<readonly GivenModel[]> {
  const names = await readdir(join(PACKAGE, MODELS));
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(PACKAGE, MODELS, name), 'utf8');
      return { name, text, id: toText(toObject(JSON.parse(text)['x-model']).id) };
    }),
  );
}

/** Whether a model takes the place of one of the package; what is wrong with a file without an id is for the lint to say. */
function replaces({ id, name }: OwnModel, given: GivenModel): boolean {
  return id === undefined ? hasSameName(name, given) : id === given.id;
}

function hasSameName(name: string, given: GivenModel): boolean {
  return given.name.toLowerCase() === name.toLowerCase();
}

function fileProblems(
  { name, path, fault, faultLine = 1 }: OwnModel,
  kept: readonly GivenModel[],
): readonly Problem[] {
  if (fault !== undefined) return [{ ...atTop(path, fault), line: faultLine }];
  const twin = kept.find((given) => hasSameName(name, given));
  if (twin === undefined) return [];
  const choice = `choose another name, or the id "${twin.id}" to replace it`;
  return [atTop(path, `the model "${twin.id}" of gatewright has a file of this name: ${choice}`)];
}

/** The plugin stays in this package, where its imports are. */
async function writeRedoclyConfig(root: string): Promise<void> {
  const text = await readFile(join(PACKAGE, 'redocly.yaml'), 'utf8');
  const plugin = fileURLToPath(new URL('../redocly/plugin.ts', import.meta.url));
  await writeFile(join(root, 'redocly.yaml'), text.replace(PLUGIN, JSON.stringify(plugin)));
}

/** Examples of the document are requests to models of the package, which one with the same id may refuse. */
function isSolvable({ file, message }: Problem): boolean {
  return !(file.startsWith('openapi/') && /\(no-invalid-[a-z-]+-examples\)$/.test(message));
}

function toOwn(problem: Problem, models: readonly OwnModel[]): Problem {
  const toPath = (file: string) =>
    models.find(({ name }) => file === `${MODELS}/${name}`)?.path ?? relative('', join(PACKAGE, file));
  // A message may name another file.
  const message = problem.message.replace(/\bschemas\/models\/\w+\.json\b/g, toPath);
  return { ...problem, message, file: toPath(problem.file) };
}
