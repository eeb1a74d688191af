import { ChatApi, Configuration, ImagesApi, ModelsApi, TasksApi } from './client';

const configuration = new Configuration({ basePath: process.argv[2], accessToken: 'sk-mock' });

const models = await new ModelsApi(configuration).listModels();
console.log('models', models.data.length);

const submission = await new ImagesApi(configuration).createImage({
  imageGenerationRequest: { model: 'qx-image-3.0', prompt: 'A lighthouse at dawn', size: '16:9' },
});
const tasks = new TasksApi(configuration);
let task = await tasks.getTask({ taskId: submission.data[0]?.taskId ?? '' });
while (!['success', 'completed', 'failed', 'cancelled'].includes(task.status)) {
  await new Promise((resolve) => setTimeout(resolve, 200));
  task = await tasks.getTask({ taskId: task.id });
}
console.log(task.status, task.id, task.result?.images?.[0]?.url[0]);

const answer = await new ChatApi(configuration).createChatCompletion({
  chatCompletionRequest: {
    model: 'qx3.8-max',
    messages: [{ role: 'user', content: 'Hello' }],
    stream: false,
  },
});
console.log('answer', answer.choices[0]?.message.content.length);
