import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  copyByMaven,
  OPENAPI_GENERATOR_JAR as JAR,
  OPENAPI_GENERATOR_VERSION,
} from '../../../scripts/sdk/generated/openapi-generator.ts';
import type { Generator } from '../generator.ts';
import type { Workspace } from '../workspace.ts';
import { compileGo } from './go.ts';
import { compileJava, compileKotlin } from './jvm.ts';
import { runPython } from './python.ts';
import { compileRust } from './rust.ts';
import { compileTypeScript } from './typescript.ts';

const FOLDER = 'openapi-generator';

/** The unions of the profile; Kotlin has no type for them. */
const UNIONS = [
  ...['ImageGenerationRequest', 'VideoGenerationRequest', 'ChatMessageContent', 'ChatCompletionRequestStop'],
  ...['ResponseCreateRequestInput', 'ResponseInputMessageContent', 'TaskRecordError'],
];
const KOTLIN_ANY = UNIONS.map((name) => `${name}=kotlin.Any`).join(',');

type Target = Partial<Pick<Generator, 'compile' | 'needsToUse' | 'note' | 'reads' | 'listsOnly'>> & {
  readonly document?: string;
};

function target(
  language: string,
  { document = 'openapi.sdk.json', ...about }: Target,
  options: readonly string[] = [],
): Generator {
  const parameters = ['generate', '-g', language, ...options];
  return {
    name: `openapi-generator ${language}${options.length > 0 ? `, ${options[0]}` : ''}`,
    version: OPENAPI_GENERATOR_VERSION,
    command: `java -jar ${JAR} ${parameters.join(' ')} -i ${document} -o client`,
    reads: ['3.1', '3.0'],
    needs: ['java', 'mvn'],
    note: '',
    ...about,
    generate: async (workspace) => {
      const jar = await fetchJar(workspace);
      await workspace.run(['java', '-jar', jar, ...parameters, '-i', workspace.document, '-o', 'client']);
    },
  };
}

/** The jar of openapi-generator, fetched by Maven when the cache does not have it. */
export async function fetchJar({ cache, run }: Workspace): Promise<string> {
  const jar = join(cache, JAR);
  if (!existsSync(jar)) await run(copyByMaven(cache));
  return jar;
}

/** openapi-generator for each language, with its default options; Kotlin also with the option that it needs. */
export const openApiGenerator: readonly Generator[] = [
  target('python', {
    needsToUse: ['python3'],
    compile: async (workspace) => {
      const python = await runPython(workspace, ['-r', 'client/requirements.txt']);
      await workspace.copy(`${FOLDER}/main.py`, 'client/main.py');
      return (baseUrl) => python(['client/main.py', baseUrl]);
    },
  }),
  target('go', {
    needsToUse: ['go'],
    compile: async (workspace) => {
      await workspace.copy(`${FOLDER}/main.go`, 'client/cmd/main.go');
      return compileGo(workspace, { at: 'client', package: './cmd' });
    },
  }),
  target('typescript-fetch', {
    compile: (workspace) => compileTypeScript(workspace, `${FOLDER}/main.ts`),
  }),
  target('java', {
    compile: async (workspace) => {
      await workspace.copy(`${FOLDER}/Main.java`, 'client/src/main/java/Main.java');
      return compileJava(workspace, { at: 'client', main: 'Main' });
    },
  }),
  target('kotlin', {
    document: 'openapi.sdk-flat-3.0.json',
    reads: ['3.1', '3.0', 'flat'],
    listsOnly: ['3.1', '3.0'],
    note: 'A union becomes an interface that its own classes do not implement, or an empty class: take the flat form, or the option of the next row.',
    compile: (workspace) =>
      compileKotlin(workspace, `${FOLDER}/${workspace.form === 'flat' ? 'Flat' : 'Lists'}.kt`),
  }),
  target('kotlin', { compile: (workspace) => compileKotlin(workspace, `${FOLDER}/Main.kt`) }, [
    '--schema-mappings',
    KOTLIN_ANY,
  ]),
  target('rust', {
    needsToUse: ['cargo'],
    compile: (workspace) => compileRust(workspace, { client: 'openapi', program: `${FOLDER}/main.rs` }),
  }),
  target('csharp', { note: 'Generated only: no .NET was on the machine of this run.' }),
];
