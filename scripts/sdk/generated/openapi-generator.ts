import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../contract/contract.ts';
import { cacheFolder } from '../../folders.ts';
import type { Progress } from '../../progress.ts';
import { makeTemporaryFolder } from '../../temporary-folder.ts';
import { runTool } from '../run-tool.ts';
import { withDocument } from '../with-document.ts';

/** The version of openapi-generator. */
export const OPENAPI_GENERATOR_VERSION = '7.25.0';

/** The file that Maven copies. */
export const OPENAPI_GENERATOR_JAR = `openapi-generator-cli-${OPENAPI_GENERATOR_VERSION}.jar`;

/** How openapi-generator is called for a language. */
export interface GeneratorSettings {
  /** As openapi-generator names it. */
  readonly generator: string;
  /** Its additional properties, such as the name of the package. */
  readonly properties: Readonly<Record<string, string>>;
}

/** The command by which Maven copies openapi-generator into a folder: it knows the registry, or the mirror, of its user. */
export function copyByMaven(folder: string): readonly [string, ...string[]] {
  const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR_VERSION}`;
  const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
  return ['mvn', '-q', '-B', plugin, artifact, `-DoutputDirectory=${folder}`];
}

/** Generates a client into a folder. Rejects with an `SdkError`. */
export async function runOpenApiGenerator(
  { generator, properties }: GeneratorSettings,
  document: JsonObject,
  out: string,
  progress: Progress,
): Promise<void> {
  await runTool(['java', '-version'], out); // Maven says less clearly that it is missing
  const jar = await fetchJar(progress);
  progress.step('Generating');
  const pairs = Object.entries(properties)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
  await withDocument(document, (input, folder) => {
    const command = ['generate', '-g', generator, '-i', input, '-o', out, ...OPTIONS, pairs];
    // It ends before a better compiler of the JVM would pay: half the time.
    return runTool(['java', '-XX:TieredStopAtLevel=1', '-jar', jar, ...command], folder);
  });
}

/** No empty tests, and nothing for the services of the generator's authors. */
const OPTIONS = [
  ...['--global-property', 'apiTests=false,modelTests=false'],
  ...['--openapi-generator-ignore-list', 'git_push.sh,.travis.yml,.gitlab-ci.yml,appveyor.yml'],
  '--additional-properties',
];

async function fetchJar(progress: Progress): Promise<string> {
  const folder = join(cacheFolder(), 'sdk', 'openapi-generator');
  const jar = join(folder, OPENAPI_GENERATOR_JAR);
  if (existsSync(jar)) return jar;
  progress.step('Downloading openapi-generator');
  await mkdir(folder, { recursive: true });
  await using fresh = await makeTemporaryFolder('download-', folder);
  await runTool(copyByMaven(fresh.path), fresh.path);
  await rename(join(fresh.path, OPENAPI_GENERATOR_JAR), jar); // a download that breaks off leaves no jar
  return jar;
}
