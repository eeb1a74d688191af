import { createRequire } from 'node:module';
import type { VideoEncoders } from '../../sample-media/sample-media.ts';

let encoders: VideoEncoders | undefined;

/**
 * Loads the encoder at first use. Its runtime installs process-wide handlers, one of which would silence unhandled rejections; the
 * synchronous `require` makes sure that exactly those are removed again.
 */
export async function loadEncoders(): Promise<VideoEncoders> {
  encoders ??= load();
  return encoders;
}

function load(): VideoEncoders {
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const before = events.map((event) => new Set<unknown>(process.listeners(event as 'uncaughtException')));
  const loaded: VideoEncoders = createRequire(import.meta.url)('h264-mp4-encoder');
  for (const [index, event] of events.entries()) {
    for (const listener of process.listeners(event as 'uncaughtException')) {
      if (!before[index]?.has(listener)) process.off(event, listener);
    }
  }
  return loaded;
}
