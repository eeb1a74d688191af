import { build } from 'esbuild';

/** Decomposes a picture of the mock, and draws its layers on a canvas; a second canvas has the base image alone. */
const MAIN = `
import { createClient, drawLayers, planLayers } from '../../src/client/index.ts';

const load = async (url) => createImageBitmap(await (await fetch(url)).blob());

async function draw(plan) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: plan.width, height: plan.height });
  document.body.append(canvas);
  const context = canvas.getContext('2d');
  await drawLayers(context, plan, load);
  return context.getImageData(0, 0, plan.width, plan.height).data;
}

globalThis.recompose = async (baseUrl) => {
  const client = createClient({ baseUrl, apiKey: 'sk-mock' });
  const image_urls = [baseUrl + '/files/samples/1024x768.png'];
  const task = await client.images.generate({ model: 'sx-5-0-pro', layer_decomposition: true, image_urls, size: '1K' });
  const { images: [image] } = await task.result({ pollMs: 20 });
  const plan = planLayers(image);
  const whole = await draw(plan);
  const base = await draw({ ...plan, layers: plan.layers.slice(0, 1) });
  let [outside, inside] = [0, 0];
  for (let at = 0; at < whole.length; at += 4) {
    if ([0, 1, 2].every((part) => whole[at + part] === base[at + part])) continue;
    const [x, y] = [(at / 4) % plan.width, Math.floor(at / 4 / plan.width)];
    const isInLayer = plan.layers.slice(1).some((layer) =>
      x >= layer.x && x < layer.x + layer.width && y >= layer.y && y < layer.y + layer.height);
    if (isInLayer) inside += 1;
    else outside += 1;
  }
  return { width: plan.width, height: plan.height, layers: plan.layers.length, inside, outside };
};
`;

/** Bundles the page. */
export async function bundleLayersPage(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: MAIN, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  });
  const script = (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
  return `<!doctype html><title>Test</title><body></body><script>${script}</script>`;
}
