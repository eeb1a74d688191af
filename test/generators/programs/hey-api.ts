import { createChatCompletion, createImage, getTask, listModels } from './client';
import { client } from './client/client.gen';

client.setConfig({ baseUrl: process.argv[2] ?? '', auth: 'sk-mock', throwOnError: true });

const models = await listModels();
console.log('models', models.data?.data.length);

const submission = await createImage({
  body: { model: 'qx-image-3.0', prompt: 'A lighthouse at dawn', size: '16:9' },
});
const path = { task_id: submission.data?.data[0]?.task_id ?? '' };
let task = (await getTask({ path })).data;
while (!['success', 'completed', 'failed', 'cancelled'].includes(task?.status ?? 'failed')) {
  await new Promise((resolve) => setTimeout(resolve, 200));
  task = (await getTask({ path })).data;
}
console.log(task?.status, task?.id, task?.result?.images?.[0]?.url[0]);

const answer = await createChatCompletion({
  body: { model: 'qx3.8-max', messages: [{ role: 'user', content: 'Hello' }], stream: false },
});
console.log('answer', answer.data?.choices[0]?.message.content.length);
