import { createClient, verifyCallback } from '@gatewright/client';
import { createMockGateway } from 'gatewright/msw';
import { setupWorker } from 'msw/browser';
import { http } from 'msw/http';

const gateway = createMockGateway({ baseUrl: 'https://gateway.example.com', speed: 4, seed: 7 });
const worker = setupWorker(
  ...gateway.handlers,
  http.get('https://pictures.example.com/green.jpeg', async () => new Response(await drawGreen())),
);
await worker.start({ quiet: true });

const client = createClient({ baseUrl: gateway.baseUrl, apiKey: 'sk-mock', maxRetries: 0 });
const picture = document.querySelector('img');
const progress = document.querySelector('progress');
const show = (id: string, text: string) => {
  const place = document.getElementById(id);
  if (place) place.textContent = text;
};

gateway.onCallback(async (request) => {
  const now = () => Number(request.headers.get('webhook-timestamp')) * 1000;
  const { id, status } = await verifyCallback(request, gateway.webhookSecret, { now });
  show('callback', `callback: ${id} ${status}`);
});

/** A picture that the gateway did not draw. */
function drawGreen(): Promise<Blob> {
  const canvas = new OffscreenCanvas(640, 480);
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#00a000';
    context.fillRect(0, 0, 640, 480);
  }
  return canvas.convertToBlob({ type: 'image/jpeg' });
}

async function draw(prompt: string): Promise<void> {
  const task = await client.images.generate({
    model: 'qx-image-3.0',
    prompt,
    size: '1024x640',
    webhook: 'https://shop.example.com/hooks',
  });
  const { result } = await task.wait({
    pollMs: 50,
    onProgress(record) {
      if (progress) progress.value = record.progress;
      show('status', `${record.status} ${record.progress}%`);
    },
  });
  if (picture) picture.src = result?.images?.[0]?.url[0] ?? '';
  show('status', 'done');
}

async function ask(content: string): Promise<number> {
  const messages = [{ role: 'user', content }] as const;
  const pieces: string[] = [];
  for await (const { choices } of await client.chat.stream({ model: 'qx3.8-max', messages })) {
    pieces.push(choices[0]?.delta.content ?? '');
    show('answer', pieces.join(''));
  }
  return pieces.length;
}

document.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const prompt = document.querySelector('input')?.value ?? '';
  draw(prompt).catch((error: unknown) => show('status', String(error)));
});

// What the test calls.
Object.assign(globalThis, { gateway, client, ask });
show('status', 'started');
