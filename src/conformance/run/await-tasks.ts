import { setTimeout as sleep } from 'node:timers/promises';
import { toList, toObject } from '../suite/json.ts';
import { type Exchange, NoResponse, send, type WireRequest } from '../wire/exchange.ts';
import { toRecord } from '../wire/task-record.ts';
import type { CaseResult } from './result.ts';

const PAUSE_MS = 2000;
const LONGEST_MS = 400_000;
const TERMINAL: readonly unknown[] = ['success', 'completed', 'failed', 'cancelled'];

/**
 * Waits until the tasks that earlier cases submitted have ended: what they settle would change a balance that the next case compares.
 * `ended` keeps the ids of tasks that need not be asked for again; `others` are keys of other accounts, whose tasks do not matter.
 */
export async function awaitTasks(
  baseUrl: string,
  results: Iterable<CaseResult>,
  { ended, others }: { readonly ended: Set<string>; readonly others: readonly string[] },
): Promise<void> {
  const deadline = performance.now() + LONGEST_MS;
  const foreign = new Set(others.map((key) => `Bearer ${key}`));
  for (const { id, request } of submissions(results)) {
    if (foreign.has(request.headers.authorization ?? '')) continue;
    while (!ended.has(id) && performance.now() < deadline) {
      if (await hasEnded(baseUrl, id, request)) ended.add(id);
      else await sleep(PAUSE_MS);
    }
  }
}

interface Submission {
  readonly id: string;
  readonly request: WireRequest;
}

function submissions(results: Iterable<CaseResult>): readonly Submission[] {
  return [...results].flatMap(({ exchanges }) =>
    exchanges.flatMap((exchange: Exchange) => {
      const [first] = toList(toObject(exchange.response.body).data);
      const id = toObject(first).task_id;
      return typeof id === 'string' ? [{ id, request: exchange.request }] : [];
    }),
  );
}

async function hasEnded(baseUrl: string, id: string, { headers }: WireRequest): Promise<boolean> {
  const { authorization = '' } = headers;
  const url = `${baseUrl.replace(/\/$/, '')}/v1/tasks/${encodeURIComponent(id)}`;
  try {
    const { status, body } = await send({ method: 'GET', url, headers: { authorization } });
    return status === 404 || TERMINAL.includes(toObject(toRecord(body)).status);
  } catch (error) {
    if (error instanceof NoResponse) return false;
    throw error;
  }
}
