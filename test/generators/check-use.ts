import { isDeepStrictEqual } from 'node:util';
import type { Use } from './generator.ts';

/** The key that the programs send: one that every mock has. */
export const KEY = 'sk-mock';

/** What the programs set, and so all that may be sent. */
const BODIES = {
  '/v1/images/generations': { model: 'qx-image-3.0', prompt: 'A lighthouse at dawn', size: '16:9' },
  '/v1/chat/completions': {
    model: 'qx3.8-max',
    messages: [{ role: 'user', content: 'Hello' }],
    stream: false,
  },
} as const;

/** What a program printed and sent. */
export interface UseReport {
  readonly use: Use;
  readonly output: string;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly baseUrl: string;
}

/** Throws unless a program listed all models, got the image that it submitted and an answer, and sent exactly what it set. */
export async function checkUse({ use, output, sent, baseUrl }: UseReport): Promise<void> {
  const response = await fetch(`${baseUrl}/v1/models`, { headers: { authorization: `Bearer ${KEY}` } });
  const { data } = (await response.json()) as { readonly data: readonly unknown[] };
  if (Number(read(output, /^models (\d+)$/m)) !== data.length)
    throw new Error(`it does not print "models ${data.length}":\n${output}`);
  if (use === 'lists') return;
  const link = read(output, /^success task_\S+ (http\S+)$/m);
  const file = await fetch(link);
  if (!file.ok) throw new Error(`${link} answers ${file.status}`);
  if (Number(read(output, /^answer (\d+)$/m)) < 1) throw new Error(`it read no answer:\n${output}`);
  for (const [path, body] of Object.entries(BODIES)) {
    if (!isDeepStrictEqual(sent[path], body))
      throw new Error(`it sent ${JSON.stringify(sent[path])} to ${path}, not ${JSON.stringify(body)}`);
  }
}

function read(output: string, pattern: RegExp): string {
  const [, found] = pattern.exec(output) ?? [];
  if (found === undefined) throw new Error(`it does not print ${pattern.source}:\n${output}`);
  return found;
}
