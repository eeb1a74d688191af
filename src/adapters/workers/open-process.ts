import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createRun, type PoolWorker, type PoolWorkerOptions, toRunning } from './pool-worker.ts';
import { type ProcessAnswer, toMessageStart } from './process-messages.ts';

/** An answer is a small picture; a process that writes more is faulty. */
const LONGEST_ANSWER = 1_048_576;
const MEGABYTE = 1_048_576;
const MAIN = new URL(toRunning('./process-main.ts'), import.meta.url);

/**
 * Starts another process of this Node. It is killed, not asked to exit, and ends by itself when this process does,
 * however that ends.
 */
export function openProcess({ heapBytes, onEnd }: PoolWorkerOptions): PoolWorker {
  const child = startProcess(heapBytes);
  const { stdin, stdout, ended } = child;
  const { settle, run } = createRun();
  let isOpen = true;
  const kill = () => {
    isOpen = false;
    child.kill();
  };
  readAnswers(stdout, (answer) => {
    if (answer === undefined) return settle({ kind: 'crashed', error: new Error('It answered nonsense.') });
    if (answer.kind === 'found' && answer.isLast) isOpen = false;
    settle(answer.kind === 'found' ? { kind: 'found', found: answer.found } : answer);
  });
  void ended.then((error) => {
    isOpen = false;
    settle({ kind: 'crashed', error });
    onEnd();
  });
  return {
    get isOpen() {
      return isOpen;
    },
    async run(assignment) {
      child.ref();
      const { module, about, bytes, bufferBytes: maxBytes } = assignment;
      const result = await run(assignment, () => {
        const task = { module: toRunning(module), about, maxBytes };
        stdin.write(toMessageStart(task, bytes.length));
        stdin.write(bytes);
      });
      child.unref();
      if (result.kind !== 'found' || !isOpen) kill();
      return result;
    },
    async end() {
      settle({ kind: 'cancelled' });
      child.ref();
      kill();
      await ended;
    },
  };
}

/** Its only environment variable makes the allocator return memory, and its output is discarded. */
function startProcess(heapBytes: number) {
  const heap = `--max-old-space-size=${Math.ceil(heapBytes / MEGABYTE)}`;
  const child = spawn(process.execPath, [heap, fileURLToPath(MAIN)], {
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const ended = new Promise<Error>((resolve) => {
    child.once('error', resolve);
    child.once('exit', (code, signal) =>
      resolve(new Error(`The process ended with ${signal ?? `code ${code}`}.`)),
    );
  });
  if (!hasPipes(child)) throw new Error('There are too many open files to start a process.');
  // Pipes of a child are sockets.
  const parts = [child, child.stdin as Socket, child.stdout as Socket];
  const unref = () => {
    for (const part of parts) part.unref();
  };
  unref();
  child.stdin.on('error', () => undefined); // it has ended, which is reported
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    ended,
    kill: () => void child.kill('SIGKILL'),
    unref,
    ref: () => {
      for (const part of parts) part.ref();
    },
  };
}

/** Contrary to its type, a child that could not be started has no pipes when file descriptors are exhausted. */
function hasPipes(child: Partial<Pick<ChildProcess, 'stdin' | 'stdout'>>): boolean {
  return Boolean(child.stdin && child.stdout);
}

/** Calls back with every answer, and with undefined for anything malformed. */
function readAnswers(
  stdout: NodeJS.ReadableStream,
  onAnswer: (answer: ProcessAnswer | undefined) => void,
): void {
  let text = '';
  stdout.setEncoding('utf8');
  stdout.on('data', (chunk: string) => {
    text += chunk;
    if (text.length > LONGEST_ANSWER) return onAnswer(undefined);
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) onAnswer(parseAnswer(line));
  });
}

/** Checked, because untrusted bytes may have taken over the process. The caller checks the result itself. */
function parseAnswer(line: string): ProcessAnswer | undefined {
  try {
    const answer: unknown = JSON.parse(line);
    const kind = Object(answer).kind;
    const isKnown = kind === 'found' || kind === 'crashed' || kind === 'too_large';
    return isKnown ? (answer as ProcessAnswer) : undefined; // what else it has is only shown or checked
  } catch {
    return undefined;
  }
}
