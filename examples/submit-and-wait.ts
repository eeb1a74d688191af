// Submits an image, polls its task and saves the file. Needs a running mock (npm start), then:
//   npx node examples/submit-and-wait.ts [base URL] [file]
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createGatewrightClient } from '../src/client/create-client.ts';

const [baseUrl = 'http://localhost:8080', file = 'lighthouse.png'] = process.argv.slice(2);
const client = createGatewrightClient({ baseUrl, apiKey: process.env.API_KEY ?? 'sk-mock' });
const pollSeconds = Number(process.env.POLL_SECONDS ?? 3);

const submitted = await client.createImage({
  model: 'qx-image-3.0',
  prompt: 'A lighthouse at dawn',
  size: '16:9',
});
const task_id = submitted.data[0]?.task_id ?? '';

let task = await client.getTask({ task_id });
while (!['success', 'completed', 'failed', 'cancelled'].includes(task.status)) {
  console.log(`${task.status} ${task.progress}%`);
  await wait(pollSeconds * 1000);
  task = await client.getTask({ task_id });
}

const image = task.result?.images?.[0];
const url = image?.url[0];
if (!url) throw new Error(`The task ended as ${task.status}: ${JSON.stringify(task.error)}`);
await writeFile(file, await (await fetch(url)).bytes());
console.log(`${task.status}: ${file}, ${image.sizes?.[0]}, ${task.cost} USD`);
