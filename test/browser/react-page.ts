import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { readBlocks } from '../readme/markdown-blocks.ts';

const root = resolve(import.meta.dirname, '../..');

/** The components of docs/client.md, mounted in StrictMode until `leave()` is called. */
const MAIN = `
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient } from '@gatewright/client';
import { Answer, Picture } from './components.tsx';

const client = createClient({ baseUrl: location.hash.slice(1), apiKey: 'sk-mock', maxRetries: 0 });
const tree = createRoot(document.body);
tree.render(
  <StrictMode>
    <Picture client={client} prompt="A lighthouse at dawn" />
    <Answer client={client} question="What is a lighthouse for?" />
  </StrictMode>,
);
window.leave = () => tree.unmount();
`;

/** Bundles a page with the components of docs/client.md. */
export async function bundleReactPage(): Promise<string> {
  const page = await readFile(join(root, 'docs/client.md'), 'utf8');
  const components = readBlocks(page).find(({ language }) => language === 'tsx')?.text ?? '';
  const folder = await mkdtemp(join(root, 'node_modules/.react-page-'));
  try {
    await writeFile(join(folder, 'components.tsx'), components);
    await writeFile(join(folder, 'main.tsx'), MAIN);
    const { outputFiles } = await build({
      entryPoints: [join(folder, 'main.tsx')],
      bundle: true,
      write: false,
      format: 'iife',
      platform: 'browser',
      jsx: 'automatic',
      alias: {
        '@gatewright/client/react': join(root, 'src/client/react/index.ts'),
        '@gatewright/client': join(root, 'src/client/index.ts'),
      },
    });
    const script = (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
    return `<!doctype html><title>Test</title><body></body><script>${script}</script>`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
