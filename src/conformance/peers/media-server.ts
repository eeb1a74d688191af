import { createServer } from 'node:http';
import { drawMedia } from './draw-media.ts';
import { drawPdf } from './draw-pdf.ts';

/** Serves reference images and PDF files on the loopback address. */
export interface MediaServer {
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = { pdf: 'application/pdf' };

/** `/640x480.png?alpha=1` is an image, `/2-pages-a4.pdf` a PDF, `/missing.png` a 404, `/page.html` no image. */
export async function startMediaServer(): Promise<MediaServer> {
  const server = createServer((request, response) => {
    answer(request.url ?? '/')
      .then(({ status, type, bytes }) =>
        response.writeHead(status, { 'content-type': type, 'content-length': bytes.length }).end(bytes),
      )
      .catch(() => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  url: string,
): Promise<{ readonly status: number; readonly type: string; readonly bytes: Uint8Array }> {
  const name = url.slice(1);
  if (name === 'page.html')
    return { status: 200, type: 'text/html', bytes: Buffer.from('<p>This is not an image.</p>') };
  const pdf = /^(\d+)-pages-([a-z0-9]+)\.pdf$/.exec(name);
  const extension = /\.([a-z]+)/.exec(name)?.[1] ?? '';
  const bytes = pdf ? drawPdf(Number(pdf[1]), pdf[2] ?? '') : await drawMedia(name);
  return {
    status: 200,
    type: TYPES[extension] ?? `image/${extension === 'jpg' ? 'jpeg' : extension}`,
    bytes,
  };
}
