import { build } from 'esbuild';

/** The result of the scenario, the same in every runtime. */
export const WANT = {
  estimated: { holdUsd: '0.03', size: { width: 1280, height: 720 } },
  made: { status: 'success', cost: 0.03, last: 100 },
  file: { name: '0.png', type: 'image/png', magic: 'PNG' },
  chat: { isWhole: true, isCounted: true },
  response: 'completed',
  left: { read: 1, isRejected: true },
  refused: { status: 400, param: '/n', id: true },
  aborted: 'AbortError',
  forged: true,
};

/** Bundles a program that plays the scenario, and passes its result to `tell`, a statement. */
export async function bundleScenario(baseUrl: string, tell: string, format: 'esm' | 'iife'): Promise<string> {
  const contents = `
    import { playScenario } from './scenario.ts';
    playScenario(${JSON.stringify(baseUrl)}).then(
      (result) => ${tell}(JSON.stringify(result)),
      (error) => ${tell}(JSON.stringify(String(error?.stack ?? error))),
    );`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    write: false,
    format,
    target: 'es2022',
    platform: 'browser',
  });
  return outputFiles[0]?.text ?? '';
}
