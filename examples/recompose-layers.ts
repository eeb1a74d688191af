// Splits a picture into layers and stacks them again. Needs a running mock (npm start), then:
//   npx node examples/recompose-layers.ts [base URL] [file]
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { createGatewrightClient } from '../src/client/create-client.ts';
import { placeAbsolute, stackingOrder } from '../src/contract/sizes/layer-box.ts';

const [baseUrl = 'http://localhost:8080', file = 'recomposed.png'] = process.argv.slice(2);
const client = createGatewrightClient({ baseUrl, apiKey: process.env.API_KEY ?? 'sk-mock' });

const submitted = await client.createImage({
  model: 'sx-5-0-pro',
  layer_decomposition: true,
  image_urls: [`${baseUrl}/files/samples/1024x768.png`],
});
const task_id = submitted.data[0]?.task_id ?? '';

let task = await client.getTask({ task_id });
while (['submitted', 'processing'].includes(task.status)) {
  await wait(Number(process.env.POLL_SECONDS ?? 5) * 1000);
  task = await client.getTask({ task_id });
}

const { url = [], layers = [] } = task.result?.images?.[0] ?? {};
const pictures = layers.map((layer, index) => ({ ...layer, url: url[index] ?? '' }));
const [base, ...above] = stackingOrder(pictures);
if (!base) throw new Error(`The task ended as ${task.status} without layers`);

const read = async (address: string) => Buffer.from(await (await fetch(address)).arrayBuffer());
const stack = above.map(async (layer) => {
  const [left = 0, top = 0, right = 0, bottom = 0] = layer.bounding_box?.absolute ?? [];
  const { x, y } = placeAbsolute([left, top, right, bottom]);
  return { input: await read(layer.url), left: x, top: y };
});
await sharp(await read(base.url))
  .composite(await Promise.all(stack))
  .png()
  .toFile(file);
console.log(`${file}: ${above.map(({ name }) => name).join(', ')} on the base image`);
