// Submits an image, waits for its task and saves the file. Needs a running mock (npm start), then:
//   npx node examples/submit-and-wait.ts [base URL] [file]
import { writeFile } from 'node:fs/promises';
import { createClient } from '../src/client/index.ts';

const [baseUrl = 'http://localhost:8080', file = 'lighthouse.png'] = process.argv.slice(2);
const client = createClient({ baseUrl, apiKey: process.env.API_KEY ?? 'sk-mock' });
const pollMs = Number(process.env.POLL_SECONDS ?? 3) * 1000;

const task = await client.images.generate({
  model: 'qx-image-3.0',
  prompt: 'A lighthouse at dawn',
  size: '16:9',
});
const { status, result, cost } = await task.wait({
  pollMs,
  onProgress: (record) => console.log(`${record.status} ${record.progress}%`),
});
const [image] = await task.download();
if (!image) throw new Error('The task made no image');
await writeFile(file, await image.blob.bytes());
console.log(`${status}: ${file}, ${result?.images?.[0]?.sizes?.[0]}, ${cost} USD`);
