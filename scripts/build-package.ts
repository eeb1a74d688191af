import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * Before `npm pack`: writes a JavaScript file beside each TypeScript file of the program, because Node does not strip
 * types below `node_modules`. With `--remove`, afterwards: removes them.
 */
const files = globSync(['src/**/*.ts', 'generated/*.ts']).filter((file) => !file.endsWith('.d.ts'));
const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};

for (const file of files) {
  const built = file.replace(/\.ts$/, '.js');
  if (process.argv.includes('--remove')) rmSync(built, { force: true });
  else writeFileSync(built, toJavaScript(readFileSync(file, 'utf8'), file));
}

function toJavaScript(source: string, fileName: string): string {
  const { outputText } = ts.transpileModule(source, { fileName, compilerOptions });
  // Modules that threads load are named by URL, which the compiler does not rewrite.
  return outputText.replaceAll(/new URL\('(\.{1,2}\/[^']+)\.ts'/g, "new URL('$1.js'");
}
