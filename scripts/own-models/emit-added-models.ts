import { ADDED_FORMAT } from '../../src/contract/read-added-models.ts';
import type { Contract, GeneratedFile, JsonObject, ModelSource } from '../contract/contract.ts';
import { listObjects } from '../contract/lint/problem.ts';
import { toScript } from '../emit/banner.ts';
import { requiringValidators, validatorTables } from '../emit/code/validator-tables.ts';
import { toCatalogueEntry } from '../emit/tables/catalogue.ts';
import { patternMessages } from '../emit/tables/pattern-messages.ts';
import { publishedSchema } from '../emit/tables/published-schemas.ts';
import { inlineRequires } from './inline-requires.ts';

/** The module exports the models alone. */
const EXPORT = /\bexport const (validator\d+|modelValidators)\b/g;

const DOCUMENT = `  async readDocument() {
    const { default: document } = await import('./openapi.mjs');
    return JSON.stringify(document, null, 2);
  },`;

/** The types of the module, beside those of requests. */
export const addedModelsTypes: GeneratedFile = {
  path: 'models.d.mts',
  text: toScript(`import type { OperationRequests } from './model-types.ts';

/** The added models: the option \`models\` of the mock, of \`estimate\`, and of the contract's functions. */
export declare const models: {
  readonly format: ${ADDED_FORMAT};
  readonly entries: readonly object[];
  readonly readDocument: () => Promise<string>;
  readonly requests?: OperationRequests;
};
`),
};

/** The document as a module: not every bundler reads JSON that is imported when it is needed. */
export function toDocumentModule(json: string): GeneratedFile {
  return { path: 'openapi.mjs', text: toScript(`export default ${JSON.stringify(JSON.parse(json))};`) };
}

/**
 * Emits the models with some ids as a module that runs in Node and in browsers, with their validators. It imports nothing but,
 * when that is read, the document beside it.
 */
export async function emitAddedModels(contract: Contract, ids: ReadonlySet<string>): Promise<GeneratedFile> {
  const models = contract.models.filter(({ id }) => ids.has(id));
  const messages = await patternMessages(contract);
  const { modelValidators = {} } = validatorTables({ ...contract, models });
  const entries = models.map((model) => toText(model, messages));
  const text = `${inlineRequires(requiringValidators({ modelValidators }).replace(EXPORT, 'const $1'))}
/** The added models. */
export const models = {
  format: ${ADDED_FORMAT},
  entries: [
${entries.join('\n')}
  ],
${DOCUMENT}
};
`;
  return { path: 'models.mjs', text: toScript(text) };
}

function toText(model: ModelSource, messages: Readonly<Record<string, string>>): string {
  const tables = { schema: publishedSchema(model), patternMessages: messagesOf(model, messages) };
  const validator = `validator: modelValidators[${JSON.stringify(model.id)}]`;
  return `{ ...${JSON.stringify(toCatalogueEntry(model), null, 2)}, tables: { ${validator}, ...${JSON.stringify(tables, null, 2)} } },`;
}

function messagesOf({ requestSchema }: ModelSource, messages: Readonly<Record<string, string>>): JsonObject {
  const patterns = listObjects(requestSchema).map(({ object }) => object.pattern);
  return Object.fromEntries(Object.entries(messages).filter(([pattern]) => patterns.includes(pattern)));
}
