import { createContext, runInContext } from 'node:vm';
import { type BuildOptions, build } from 'esbuild';

/** As the edge runtime of Next.js does it: `Object` and `Array` are proxies, and values from outside are of another realm. */
const REPLACE_GLOBALS = 'Object = new Proxy(Object, {}); Array = new Proxy(Array, {});';

/** The result of a module's function `run` in an edge runtime, given a request of another realm. */
export async function runAtTheEdge(module: string, request: object, options: BuildOptions): Promise<unknown> {
  const { outputFiles } = await build({
    ...options,
    stdin: { contents: module, resolveDir: options.absWorkingDir ?? process.cwd() },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'bundle',
    platform: 'browser',
  });
  const context = createContext({ request, TextEncoder, TextDecoder, URL, crypto });
  runInContext(`${REPLACE_GLOBALS}\n${outputFiles?.[0]?.text}`, context);
  return JSON.parse(String(runInContext('JSON.stringify(bundle.run(request))', context)));
}
