import { stripTypeScriptTypes } from 'node:module';
import type { Emitter, GeneratedFile } from '../contract/contract.ts';
import { requiringValidators, validatorTables } from '../emit/code/validator-tables.ts';
import { emitConformanceModels } from '../emit/conformance-models.ts';
import { emitDocument31 } from '../emit/documents/document.ts';
import { emitCatalogue } from '../emit/tables/catalogue.ts';
import { emitPatternMessages } from '../emit/tables/pattern-messages.ts';
import { emitPublishedSchemas } from '../emit/tables/published-schemas.ts';
import { emitRequestFields } from '../emit/tables/request-fields.ts';

/** Without a bundler, which people would have to install: what ajv needs at run time is required from this package. */
const emitValidators: Emitter = async (contract) => {
  const require = `import { createRequire } from 'node:module';\nconst require = createRequire(${JSON.stringify(import.meta.url)});\n`;
  return [{ path: 'validators.mjs', text: `${require}${requiringValidators(validatorTables(contract))}\n` }];
};

/** What a running program reads of its models; everything else in `generated/` does not depend on them, or is for compilers. */
const emitters: readonly Emitter[] = [
  emitCatalogue,
  emitConformanceModels,
  emitDocument31,
  emitPatternMessages,
  emitPublishedSchemas,
  emitRequestFields,
  emitValidators,
];

/** Emits what a program needs to run with the models of a contract, as JavaScript modules and documents. */
export const emitTables: Emitter = async (contract) =>
  (await Promise.all(emitters.map((emit) => emit(contract)))).flat().map(toRunning);

/** Modules are named `.mjs`: what they are is decided by no `package.json` beside them. */
function toRunning({ path, text }: GeneratedFile): GeneratedFile {
  if (!path.endsWith('.ts')) return { path, text };
  return { path: path.replace(/\.ts$/, '.mjs'), text: stripTypeScriptTypes(text) };
}
