import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const REQUIRE = /\brequire\("([^"]+)"\)/g;

/**
 * A script that requires CommonJS modules of this package's dependencies, as one that needs no other file: without a bundler,
 * which people would have to install.
 */
export function inlineRequires(script: string): string {
  const modules = new Map<string, string>();
  collect(script, createRequire(import.meta.url), modules);
  if (modules.size === 0) return script;
  const entries = [...modules].map(
    ([name, text]) => `${JSON.stringify(name)}(module, exports) {\n${text.trim()}\n},`,
  );
  return `const required = {\n${entries.join('\n')}\n};
const loaded = {};
function require(name) {
  if (!(name in loaded)) {
    const module = { exports: {} };
    loaded[name] = module;
    required[name](module, module.exports);
  }
  return loaded[name].exports;
}
${script}`;
}

function collect(text: string, require: NodeJS.Require, modules: Map<string, string>): void {
  for (const [, name = ''] of text.matchAll(REQUIRE)) {
    if (modules.has(name)) continue;
    const file = require.resolve(name);
    const source = readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
    modules.set(name, source);
    collect(source, createRequire(file), modules);
  }
}
