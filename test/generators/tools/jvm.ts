import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workspace } from '../workspace.ts';

const MAVEN = ['mvn', '-q', '-B', '-DskipTests', 'compile'];
const CLASS_PATH = ['dependency:build-classpath', '-Dmdep.outputFile=class-path.txt'];

/** Compiles a Maven project; returns a function that runs one of its classes. */
export async function compileJava(
  { folder, run }: Workspace,
  { at, main }: { readonly at: string; readonly main: string },
): Promise<(baseUrl: string) => Promise<string>> {
  await run([...MAVEN, ...CLASS_PATH], { at, minutes: 20 });
  const classPath = `${join(folder, at, 'target/classes')}:${await readFile(join(folder, at, 'class-path.txt'), 'utf8')}`;
  return (baseUrl) => run(['java', '-cp', classPath, main, baseUrl]);
}

/** Compiles a Kotlin client and its program with Maven, because the generated Gradle project needs an installed Gradle. */
export async function compileKotlin(
  workspace: Workspace,
  program: string,
): Promise<(baseUrl: string) => Promise<string>> {
  await workspace.copy('openapi-generator/kotlin-pom.xml', 'client/pom.xml');
  await workspace.copy(program, 'client/src/main/kotlin/Main.kt');
  return compileJava(workspace, { at: 'client', main: 'MainKt' });
}
