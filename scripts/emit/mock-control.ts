import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import type { Emitter, Json, JsonObject } from '../contract/contract.ts';
import { bundleDocument, MOCK_DOCUMENT } from '../contract/documents/bundle.ts';
import { expectObject, mapObjects } from '../contract/json.ts';
import { toJson, toScript } from './banner.ts';
import { readOperations } from './code/operation-model.ts';
import { toFieldTable } from './tables/component-fields.ts';

/** Schemas of the bodies that the control plane reads. */
const BODIES = ['MockAccountChange', 'MockClockChange', 'NewScenario'] as const;

/** What a scenario can be about besides the operations: the download of a result is none. */
const FILE_OPERATION = 'getFile';

const DECLARATIONS = `import type { Validator } from './validators.js';

/** Validators of the bodies of the mock's control plane, by schema. */
export declare const mockValidators: {
${BODIES.map((name) => `  readonly ${name}: Validator;\n`).join('')}};
`;

/** Emits the control plane of the mock: its document, its types, and validators of its request bodies. */
export const emitMockControl: Emitter = async ({ root, document }) => {
  const operations = readOperations(document).map(({ operationId }) => operationId);
  const control = nameOperations(await bundleDocument(root, MOCK_DOCUMENT), [...operations, FILE_OPERATION]);
  const [types, validators] = await Promise.all([toTypes(control), toValidators(control)]);
  return [
    { path: 'mock-openapi.json', text: toJson('x-generated', control) },
    { path: 'mock-fields.ts', text: toScript(toFieldTable(control, BODIES, 'mockFields')) },
    { path: 'mock-types.ts', text: toScript(types) },
    { path: 'mock-validators.js', text: toScript(validators) },
    { path: 'mock-validators.d.ts', text: toScript(DECLARATIONS) },
  ];
};

/** The operations come from the contract, so new ones are included automatically. */
function nameOperations(control: JsonObject, names: readonly string[]): JsonObject {
  const components = expectObject(control.components, 'components of the mock');
  const schemas = expectObject(components.schemas, 'schemas of the mock');
  const operation = expectObject(schemas.ScenarioOperation, 'ScenarioOperation');
  return {
    ...control,
    components: { ...components, schemas: { ...schemas, ScenarioOperation: { ...operation, enum: names } } },
  };
}

/** Not read-only: openapi-fetch takes read-only lists for objects. */
async function toTypes(control: JsonObject): Promise<string> {
  const { astToString, default: toNodes } = await import('openapi-typescript');
  const nodes = await toNodes(JSON.stringify(control), {
    alphabetize: false,
    defaultNonNullable: false,
    silent: true,
  });
  return astToString(nodes);
}

async function toValidators(control: JsonObject): Promise<string> {
  const ajv = new Ajv2020({
    allErrors: true,
    strictTypes: false,
    keywords: ['x-extensible-enum'],
    code: { source: true, esm: true, lines: false },
  });
  for (const name of BODIES) ajv.addSchema(inlined(control, name), name);
  const exports = Object.fromEntries(BODIES.map((name) => [name, name]));
  const code = `${standaloneCode.default(ajv, exports)}\nexport const mockValidators = {${BODIES.join(', ')}};`;
  const result = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    legalComments: 'none',
    preserveSymlinks: true,
  });
  return (result.outputFiles[0]?.text ?? '')
    .replace(/^ *\/\/ \S+\.js\n/gm, '')
    .replace(/export \{[^}]*\};\s*$/, 'export { mockValidators };\n');
}

/** A component as a standalone schema, local references inlined. */
function inlined(control: JsonObject, name: string): JsonObject {
  const components = expectObject(control.components, 'components of the mock');
  const schemas = expectObject(components.schemas, 'schemas of the mock');
  const inline = (schema: JsonObject): Json => {
    if (typeof schema.$ref !== 'string') return schema;
    const target = schema.$ref.replace('#/components/schemas/', '');
    return inline(expectObject(schemas[target], schema.$ref));
  };
  return expectObject(mapObjects(expectObject(schemas[name], name), inline), name);
}
