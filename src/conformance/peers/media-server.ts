import { createServer } from 'node:http';
import { close, listen } from './loopback.ts';
import { drawReference, type ReferenceFile } from './reference-file.ts';

export interface MediaServer {
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

const PAGE: ReferenceFile = { type: 'text/html', bytes: Buffer.from('<p>This is not an image.</p>') };

/** `/640x480.png?alpha=1` is an image, `/2-pages-a4.pdf` a PDF, `/missing.png` a 404, `/page.html` no image. */
export async function startMediaServer(): Promise<MediaServer> {
  const server = createServer((request, response) => {
    fileOf(request.url ?? '/')
      .then(({ type, bytes }) =>
        response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes),
      )
      .catch(() => response.writeHead(404).end());
  });
  return { baseUrl: `http://127.0.0.1:${await listen(server)}`, close: () => close(server) };
}

async function fileOf(url: string): Promise<ReferenceFile> {
  return url === '/page.html' ? PAGE : drawReference(url.slice(1));
}
