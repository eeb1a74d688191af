import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeTemporaryFolder } from '../../temporary-folder.ts';
import type { Json, JsonObject } from '../contract.ts';
import { isObject, mapMembers } from '../json.ts';
import { ContractError } from '../problem.ts';
import { addCommonAnswers } from './common-answers.ts';
import { type RunOptions, runRedocly } from './run-redocly.ts';

/** The entry document of the contract, relative to its root. */
export const ENTRY_DOCUMENT = 'openapi/openapi.yaml';

/** The entry document of the mock's control plane. */
export const MOCK_DOCUMENT = 'openapi/mock/openapi.yaml';

/**
 * Bundles a document below `root` with Redocly, the contract's unless another is named, and validates the result
 * against the OpenAPI schema.
 * Components are sorted by name, so the result depends on the content alone.
 * Throws a `ContractError` whose message carries the file and line of every problem.
 */
export async function bundleDocument(
  root: string,
  { entry = ENTRY_DOCUMENT, signal }: RunOptions & { readonly entry?: string } = {},
): Promise<JsonObject> {
  await using folder = await makeTemporaryFolder('gatewright-bundle-');
  const output = join(folder.path, 'openapi.json');
  const bundling = runRedocly(root, ['bundle', entry, '--output', output], { signal });
  const [run, validator] = await Promise.all([bundling, import('@apidevtools/swagger-parser')]);
  if (run.code !== 0) throw new ContractError([], `${entry} does not bundle:\n${run.report}`);
  const bundled = JSON.parse(await readFile(output, 'utf8')) as JsonObject;
  const document = sortComponents(await addCommonAnswers({ root, folder: dirname(entry) }, bundled));
  await validate(document, validator.default, { root, entry });
  return document;
}

interface Validator {
  validate(api: never): Promise<unknown>;
}

async function validate(
  document: JsonObject,
  parser: Validator,
  { root, entry }: { readonly root: string; readonly entry: string },
): Promise<void> {
  try {
    // The parser expects its own document types and changes its input: pass it an untyped copy.
    await parser.validate(structuredClone(document) as never);
  } catch (error) {
    const lint = await runRedocly(root, ['lint', entry, '--format', 'codeframe']);
    const reason = error instanceof Error ? error.message : String(error);
    throw new ContractError([], `The bundled ${entry} is not valid OpenAPI: ${reason}\n${lint.report}`);
  }
}

function sortComponents(document: JsonObject): JsonObject {
  const { components } = document;
  if (!isObject(components)) return document;
  return { ...document, components: mapMembers(components, sortByName) };
}

function sortByName(members: Json): Json {
  if (!isObject(members)) return members;
  return Object.fromEntries(Object.entries(members).sort(([left], [right]) => (left < right ? -1 : 1)));
}
