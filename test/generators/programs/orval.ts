import axios from 'axios';
import { type ChatCompletion, createChatCompletion, createImage, getTask, listModels } from './client';

axios.defaults.baseURL = process.argv[2] ?? '';
axios.defaults.headers.common.Authorization = 'Bearer sk-mock';

const models = await listModels();
console.log('models', models.data.data.length);

const submission = await createImage({ model: 'qx-image-3.0', prompt: 'A lighthouse at dawn', size: '16:9' });
const id = submission.data.data[0]?.task_id ?? '';
let task = (await getTask(id)).data;
while (!['success', 'completed', 'failed', 'cancelled'].includes(task.status)) {
  await new Promise((resolve) => setTimeout(resolve, 200));
  task = (await getTask(id)).data;
}
console.log(task.status, task.id, task.result?.images?.[0]?.url[0]);

const answer = await createChatCompletion({
  model: 'qx3.8-max',
  messages: [{ role: 'user', content: 'Hello' }],
  stream: false,
});
// The type includes the stream: without streaming the response is an object.
console.log('answer', (answer.data as ChatCompletion).choices[0]?.message.content.length);
