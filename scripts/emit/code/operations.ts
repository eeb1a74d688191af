import type { Emitter } from '../../contract/contract.ts';
import { toScript } from '../banner.ts';
import { type OperationModel, readOperations } from './operation-model.ts';
import { toKey, toQuoted } from './typescript-text.ts';

/** Emits `operations.ts`: what the contract declares for each operation, as constant data. */
export const emitOperations: Emitter = async ({ document }) => {
  const entries = readOperations(document).map(toEntry).join('');
  const text = `
/** Every operation of the contract by its id: method, path, parameters, body and declared responses. */
export const operations = {
${entries}} as const;

/** The id of an operation of the contract. */
export type OperationId = keyof typeof operations;
`;
  return [{ path: 'operations.ts', text: toScript(text) }];
};

function toEntry(operation: OperationModel): string {
  const { operationId, method, path, tags, summary, parameters, body, responses } = operation;
  const rows = [
    `operationId: ${toQuoted(operationId)}`,
    `method: ${toQuoted(method)}`,
    `path: ${toQuoted(path)}`,
    `summary: ${toQuoted(summary)}`,
    `tags: ${toArray(tags)}`,
    `parameters: [${parameters
      .map(
        ({ name, in: place, required }) =>
          `{ name: ${toQuoted(name)}, in: ${toQuoted(place)}, required: ${required} }`,
      )
      .join(', ')}]`,
    body === undefined
      ? 'body: undefined'
      : `body: { required: ${body.required}, mediaTypes: ${toArray(body.contents.map(({ mediaType }) => mediaType))} }`,
  ];
  const statuses = responses.map(
    ({ status, contents }) => `      ${status}: ${toArray(contents.map(({ mediaType }) => mediaType))},\n`,
  );
  const head = rows.map((row) => `    ${row},\n`).join('');
  return `  ${toKey(operationId)}: {\n${head}    responses: {\n${statuses.join('')}    },\n  },\n`;
}

function toArray(items: readonly string[]): string {
  return `[${items.map(toQuoted).join(', ')}]`;
}
