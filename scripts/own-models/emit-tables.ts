import { transform } from 'esbuild';
import type { Emitter, GeneratedFile } from '../contract/contract.ts';
import { emitValidators } from '../emit/code/validators.ts';
import { emitConformanceModels } from '../emit/conformance-models.ts';
import { emitDocument31 } from '../emit/documents/document.ts';
import { emitCatalogue } from '../emit/tables/catalogue.ts';
import { emitPatternMessages } from '../emit/tables/pattern-messages.ts';
import { emitPublishedSchemas } from '../emit/tables/published-schemas.ts';
import { emitRequestFields } from '../emit/tables/request-fields.ts';

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
export const emitTables: Emitter = async (contract) => {
  const files = (await Promise.all(emitters.map((emit) => emit(contract)))).flat();
  return Promise.all(files.filter(({ path }) => !path.endsWith('.d.ts')).map(toRunning));
};

/** Modules are named `.mjs`: what they are is decided by no `package.json` beside them. */
async function toRunning({ path, text }: GeneratedFile): Promise<GeneratedFile> {
  if (path.endsWith('.js')) return { path: path.replace(/\.js$/, '.mjs'), text };
  if (!path.endsWith('.ts')) return { path, text };
  const { code } = await transform(text, { loader: 'ts' });
  return { path: path.replace(/\.ts$/, '.mjs'), text: code };
}
