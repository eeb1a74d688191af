// Splits a picture into layers and stacks them again. Needs a running mock (npm start), then:
//   npx node examples/recompose-layers.ts [base URL] [file]
import sharp from 'sharp';
import { createClient, planLayers } from '../src/client/index.ts';

const [baseUrl = 'http://localhost:8080', file = 'recomposed.png'] = process.argv.slice(2);
const client = createClient({ baseUrl, apiKey: process.env.API_KEY ?? 'sk-mock' });

const task = await client.images.generate({
  model: 'sx-5-0-pro',
  layer_decomposition: true,
  image_urls: [`${baseUrl}/files/samples/1024x768.png`],
});
const { images } = await task.result({ pollMs: Number(process.env.POLL_SECONDS ?? 5) * 1000 });
if (!images?.[0]) throw new Error('The task made no image');
const [base, ...above] = planLayers(images[0]).layers;

const read = async (url = '') => Buffer.from(await (await fetch(url)).arrayBuffer());
const stack = above.map(async ({ url, x, y }) => ({ input: await read(url), left: x, top: y }));
await sharp(await read(base?.url))
  .composite(await Promise.all(stack))
  .png()
  .toFile(file);
console.log(`${file}: ${above.map(({ name }) => name).join(', ')} on the base image`);
