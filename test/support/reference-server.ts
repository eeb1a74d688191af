import { createServer, type ServerResponse } from 'node:http';
import { closeServer, listenOnLoopback } from './loopback.ts';
import { type ReferenceImage, referenceImage } from './reference-images.ts';

/** A server of reference images on this machine. */
export interface ReferenceServer extends AsyncDisposable {
  readonly origin: string;
  /** Targets requested so far. */
  readonly asked: readonly string[];
  /** The URL of an image that is generated when it is read. */
  image(image: ReferenceImage): string;
  /** The URL of a faulty file: see `faulty` for the names. */
  faulty(name: string): string;
  /** Resolves when a request for a target that never responds has arrived. */
  stalled(): Promise<void>;
}

/** Starts a reference server on a free port. */
export async function startReferenceServer(): Promise<ReferenceServer> {
  const asked: string[] = [];
  const waiting = new Set<() => void>();
  // Connections are kept until the client disconnects: a test that computes for seconds would find them closed.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const target = request.url ?? '';
    asked.push(target);
    answer(target, response).catch((error: unknown) => response.destroy(error as Error));
    if (target.startsWith('/faulty/stalled')) for (const wake of waiting) wake();
  });
  const port = await listenOnLoopback(server);
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    asked,
    image: ({ width, height, format, hasAlpha, bytes }) =>
      `${origin}/image/${width}x${height}.${format}?${hasAlpha ? 'alpha' : ''}&${bytes ?? ''}`,
    faulty: (name) => `${origin}/faulty/${name}`,
    stalled: () => new Promise((resolve) => waiting.add(resolve)),
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}

async function answer(target: string, response: ServerResponse): Promise<void> {
  const match = /^\/image\/(\d+)x(\d+)\.(\w+)\?(alpha)?&(\d*)$/.exec(target);
  if (!match) return answerFaulty(target.slice('/faulty/'.length), response);
  const [, width, height, format = '', alpha, bytes] = match;
  const file = await referenceImage({
    width: Number(width),
    height: Number(height),
    format,
    hasAlpha: alpha !== undefined,
    ...(bytes ? { bytes: Number(bytes) } : {}),
  });
  response.writeHead(200, { 'content-type': `image/${format}`, 'content-length': file.length });
  response.end(file);
}

async function answerFaulty(name: string, response: ServerResponse): Promise<void> {
  const whole = await referenceImage({ width: 640, height: 480, format: 'png' });
  switch (name) {
    case 'html.png':
      response.writeHead(200, { 'content-type': 'image/png' }).end('<!doctype html><title>Not here</title>');
      return;
    case 'truncated.png':
      response.writeHead(200, { 'content-type': 'image/png' }).end(whole.subarray(0, whole.length - 20));
      return;
    case 'empty.png':
      response.writeHead(200, { 'content-type': 'image/png' }).end();
      return;
    case 'cut.png':
      response.writeHead(200, { 'content-length': whole.length }).write(whole.subarray(0, 40));
      response.destroy();
      return;
    case 'endless.png':
      response.writeHead(200, { 'content-type': 'image/png' });
      pour(response);
      return;
    case 'loop':
      response.writeHead(302, { location: '/faulty/loop' }).end();
      return;
    case 'moved':
      response.writeHead(302, { location: '/image/640x480.png?&' }).end();
      return;
    case 'named-wrong.jpg':
      response.writeHead(200, { 'content-type': 'text/plain' }).end(whole);
      return;
    case 'error':
      response.writeHead(500).end();
      return;
    default:
      if (!name.startsWith('stalled')) response.writeHead(404).end();
  }
}

/** Writes until the reader disconnects. */
function pour(response: ServerResponse): void {
  const block = Buffer.alloc(1024 * 1024);
  const more = () => {
    while (!response.destroyed && response.write(block));
  };
  response.on('drain', more);
  more();
}
