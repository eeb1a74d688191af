import { createServer, type ServerResponse } from 'node:http';
import { close, listen } from './loopback.ts';
import { drawReference, type ReferenceFile } from './reference-file.ts';

export interface MediaServer {
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

const PAGE: ReferenceFile = { type: 'text/html', bytes: Buffer.from('<p>This is not an image.</p>') };

/**
 * `/640x480.png?alpha=1` is an image, `/2-pages-a4.pdf` a PDF, `/missing.png` a 404, `/page.html` no image. `status=500` and
 * `type=image/png` replace status and media type, `chunked=1` leaves out the length, `redirect=1` redirects to the same without it.
 */
export async function startMediaServer(): Promise<MediaServer> {
  const server = createServer((request, response) => {
    serve(new URL(request.url ?? '/', 'http://media.invalid/'), response).catch(() =>
      response.writeHead(404).end(),
    );
  });
  return { baseUrl: `http://127.0.0.1:${await listen(server)}`, close: () => close(server) };
}

async function serve({ pathname, searchParams }: URL, response: ServerResponse): Promise<void> {
  const take = (name: string): string | undefined => {
    const value = searchParams.get(name) ?? undefined;
    searchParams.delete(name);
    return value;
  };
  const [redirect, status = 200, as, chunked] = ['redirect', 'status', 'type', 'chunked'].map(take);
  const path = `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}`;
  if (redirect) return void response.writeHead(302, { location: path }).end();
  const { type, bytes } = await fileOf(path);
  const length = chunked ? {} : { 'content-length': bytes.length };
  response.writeHead(Number(status), { 'content-type': as ?? type, ...length }).end(bytes);
}

async function fileOf(path: string): Promise<ReferenceFile> {
  return path === '/page.html' ? PAGE : drawReference(path.slice(1));
}
