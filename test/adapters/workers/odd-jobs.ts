import { writeSync } from 'node:fs';

/** What the tests of the pools make a thread or a process do. */
export type OddJob =
  | { readonly kind: 'sum' }
  | { readonly kind: 'thread' }
  | { readonly kind: 'process' }
  | { readonly kind: 'environment' }
  | { readonly kind: 'spin' }
  | { readonly kind: 'hoard objects' }
  | { readonly kind: 'hoard arrays' }
  | { readonly kind: 'hoard buffers' }
  | { readonly kind: 'hoard beside' }
  | { readonly kind: 'keep memory' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'answer nonsense' }
  | { readonly kind: 'answer without an end' }
  | { readonly kind: 'throw' }
  | { readonly kind: 'exit' }
  | { readonly kind: 'answer a function' };

const hoard: unknown[] = [];

/** Does what it is asked to, however bad. */
export async function work(bytes: Uint8Array, { kind }: OddJob): Promise<unknown> {
  switch (kind) {
    case 'sum':
      return bytes.reduce((sum, byte) => sum + byte, 0);
    case 'thread':
      return (await import('node:worker_threads')).threadId;
    case 'process':
      return process.pid;
    case 'environment':
      return Object.keys(process.env);
    case 'spin':
      for (;;);
    case 'hoard objects':
      for (;;) hoard.push({ hoarded: [hoard.length] });
    case 'hoard arrays':
      for (;;) hoard.push(Array<number>(10_000_000).fill(0)); // 80 MB each
    case 'hoard buffers':
      for (;;) {
        hoard.push(new Uint8Array(2 ** 24).fill(1));
        if (hoard.length > 64) for (;;); // 1 GB is enough to be noticed
      }
    case 'hoard beside':
      // Blocks like native code, while the event loop stays free.
      for (;;) {
        hoard.push(Buffer.alloc(2 ** 24, 1));
        await new Promise((resolve) => setImmediate(resolve));
      }
    case 'keep memory':
      hoard.push(Buffer.alloc(2 ** 29, 1));
      return process.pid;
    case 'wait':
      return new Promise(() => {});
    case 'answer nonsense':
      writeSync(1, 'null\n');
      return new Promise(() => {});
    case 'answer without an end':
      for (let part = 0; part < 64; part += 1) writeSync(1, 'x'.repeat(65_536));
      return new Promise(() => {});
    case 'throw':
      throw new TypeError('That went wrong.');
    case 'exit':
      return process.exit(3);
    case 'answer a function':
      return () => 1;
    default:
      return kind satisfies never;
  }
}
