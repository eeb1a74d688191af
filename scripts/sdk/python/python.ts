import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../contract/contract.ts';
import { cacheFolder } from '../../folders.ts';
import { estimatesFile } from '../estimates/estimates.ts';
import { fillTemplate } from '../fill-template.ts';
import type { SdkLanguage, SdkSource } from '../language.ts';
import { runTool } from '../run-tool.ts';
import { findSdkOperation, listSdkOperations, SUBMISSIONS } from '../sdk-document.ts';
import { withDocument } from '../with-document.ts';
import { pathsModule, policiesModule } from './constants.ts';
import { estimateOverloads, generateMethods, RESERVED } from './generate-methods.ts';
import { toPythonDocument } from './python-document.ts';

/** What makes the SDK, from PyPI. */
const TOOLS = ['datamodel-code-generator==0.89.0', 'ruff==0.17.6', 'unasync==0.6.0', 'setuptools==80.9.0'];

const TEMPLATE = join(import.meta.dirname, 'template');
const TO_SYNC = join(import.meta.dirname, 'to_sync.py');
/** Of this project, which the package is under, too. */
const LICENCE = join(import.meta.dirname, '../../../LICENSE');
const PACKAGE = 'src/gatewright';

/** Python: types by datamodel-code-generator, a client for asyncio, and one without made from it by unasync. */
export const python: SdkLanguage = {
  name: 'python',
  title: 'Python',
  reserved: RESERVED,
  async write(source, out, progress) {
    progress.step('Installing the generators');
    const tools = await findTools();
    progress.step('Generating');
    await fillTemplate(TEMPLATE, out, templateValues(source));
    const folder = join(out, PACKAGE);
    await Promise.all([
      writeFile(join(folder, '_policies.py'), policiesModule(source.policies)),
      writeFile(join(folder, '_paths.py'), pathsModule(listSdkOperations(source.document))),
      writeFile(join(folder, 'estimates.json'), estimatesFile(source.estimates)),
      copyFile(LICENCE, join(out, 'LICENSE')),
      writeTypes(toPythonDocument(source.document, source.contract.models), join(folder, 'types.py'), tools),
    ]);
    await runTool([join(tools, 'python'), TO_SYNC, join(folder, '_async'), join(folder, '_sync')], out);
    await runTool(
      [join(tools, 'ruff'), 'check', '--no-cache', '--quiet', '--fix', '--exit-zero', 'src'],
      out,
    );
    await runTool([join(tools, 'ruff'), 'format', '--no-cache', '--quiet', 'src'], out);
  },
};

function templateValues({ document, version }: SdkSource): Readonly<Record<string, string>> {
  const methodsOf = (id: string) => generateMethods(document, findSdkOperation(document, id));
  return {
    version,
    imageMethods: methodsOf('createImage'),
    videoMethods: methodsOf('createVideo'),
    estimateOverloads: estimateOverloads(SUBMISSIONS.map((id) => findSdkOperation(document, id))),
  };
}

function writeTypes(document: JsonObject, file: string, tools: string): Promise<void> {
  const generator = join(tools, 'datamodel-codegen');
  return withDocument(document, (input, folder) =>
    runTool([generator, '--input', input, '--output', file, ...OPTIONS], folder),
  );
}

const OPTIONS = [
  ...['--input-file-type', 'openapi', '--output-model-type', 'typing.TypedDict'],
  ...['--target-python-version', '3.11', '--enum-field-as-literal', 'all'],
  ...['--use-union-operator', '--use-standard-collections', '--use-schema-description'],
  ...['--use-field-description', '--disable-timestamp', '--formatters', 'builtin'],
  ...['--custom-file-header', '# The types of the contract. Generated: do not edit.'],
];

/** The folder of the tools' programs, in a virtual environment that is installed once. */
async function findTools(): Promise<string> {
  const name = TOOLS.map((tool) => tool.replace('==', '-')).join('_');
  const environment = join(cacheFolder(), 'sdk', 'python', name);
  const programs = join(environment, process.platform === 'win32' ? 'Scripts' : 'bin');
  if (existsSync(join(environment, 'complete'))) return programs;
  await rm(environment, { recursive: true, force: true });
  await mkdir(environment, { recursive: true });
  await runTool(['python3', '-m', 'venv', environment], environment);
  await runTool([join(programs, 'python'), '-m', 'pip', 'install', '--quiet', ...TOOLS], environment);
  await writeFile(join(environment, 'complete'), '');
  return programs;
}
