import type { Emitter, JsonObject } from '../contract/contract.ts';
import { bundleDocument, MOCK_DOCUMENT } from '../contract/documents/bundle.ts';
import { schemasOf, withSchemas } from '../contract/documents/parts.ts';
import { expectObject, mapMembers, toObject } from '../contract/json.ts';
import { toJson, toScript } from './banner.ts';
import { compileValidators } from './code/compile-validators.ts';
import { readOperations } from './code/operation-model.ts';
import { requestSchemas } from './code/requests.ts';
import { toFieldTable } from './tables/request-fields.ts';

/** The download of a result, which a scenario can be about although it is not an operation. */
const FILE_OPERATION = 'getFile';

function toDeclarations(operations: readonly string[]): string {
  return `import type { Validator } from './validators.js';

/** Validators of the bodies of the mock's control plane, by operation. */
export declare const mockValidators: {
${operations.map((id) => `  readonly ${id}: Validator;\n`).join('')}};
`;
}

/** Emits the control plane of the mock: its document, its types, and validators of its request bodies. */
export const emitMockControl: Emitter = async ({ root, document }) => {
  const operations = readOperations(document).map(({ operationId }) => operationId);
  const control = nameOperations(await bundleDocument(root, { entry: MOCK_DOCUMENT }), [
    ...operations,
    FILE_OPERATION,
  ]);
  const bodies = requestSchemas(control);
  const fields = `${toFieldTable(bodies, 'mockFields')}${toParameterTable(control)}`;
  const [types, validators] = await Promise.all([
    toTypes(control),
    compileValidators({ mockValidators: bodies }),
  ]);
  return [
    { path: 'mock-openapi.json', text: toJson('x-generated', control) },
    { path: 'mock-fields.ts', text: toScript(fields) },
    { path: 'mock-types.ts', text: toScript(types) },
    { path: 'mock-validators.js', text: validators },
    { path: 'mock-validators.d.ts', text: toScript(toDeclarations(Object.keys(bodies))) },
  ];
};

function toParameterTable({ components }: JsonObject): string {
  const schemas = mapMembers(
    toObject(components).parameters,
    (parameter) => toObject(parameter).schema ?? {},
  );
  return `
/** The schemas of the parameters of the control plane. */
export const mockParameters = ${JSON.stringify(schemas, null, 2)} as const;
`;
}

/** The operations come from the contract, so new ones are included automatically. */
function nameOperations(control: JsonObject, names: readonly string[]): JsonObject {
  const schemas = schemasOf(control);
  const operation = expectObject(schemas.ScenarioOperation, 'ScenarioOperation');
  return withSchemas(control, { ...schemas, ScenarioOperation: { ...operation, enum: names } });
}

/** Not read-only: openapi-fetch treats read-only lists as objects. */
async function toTypes(control: JsonObject): Promise<string> {
  const { astToString, default: toNodes } = await import('openapi-typescript');
  const nodes = await toNodes(JSON.stringify(control), {
    alphabetize: false,
    defaultNonNullable: false,
    silent: true,
  });
  return astToString(nodes);
}
