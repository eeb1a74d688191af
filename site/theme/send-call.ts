/** A request that a reader can send. */
export interface Call {
  /** Its operation id, by which other pages link to it. */
  readonly operation?: string;
  /** What it is, in words. */
  readonly title: string;
  readonly method: string;
  /** With a query, without a host. */
  readonly path: string;
  readonly body?: object;
}

/** Where a reader sends requests. */
export interface Place {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** What is known of an answer so far. */
export interface Answer {
  /** Undefined when nothing answered. */
  readonly status?: number;
  /** What is happening, or what to do. */
  readonly note: string;
  readonly text: string;
  /** The task that was submitted. */
  readonly taskId?: string;
  /** Links to the files of a finished task. */
  readonly files: readonly string[];
}

/** Sends a call and gives what is known of its answer, whenever that changes: events of a stream, and records of a task until it ends. */
export async function* sendCall(
  place: Place,
  { method, path, body }: Pick<Call, 'method' | 'path'> & { readonly body?: string },
): AsyncGenerator<Answer, void, undefined> {
  const response = await fetch(new URL(path, place.baseUrl), {
    method,
    headers: { authorization: `Bearer ${place.apiKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  }).catch(() => undefined);
  if (response === undefined)
    return yield {
      note: `Nothing answers at ${place.baseUrl}. Start the mock with "npx gatewright mock", or change the address.`,
      text: '',
      files: [],
    };
  const { status } = response;
  let text = '';
  for await (const piece of piecesOf(response)) {
    text += piece;
    yield { status, note: 'Reading ...', text: pretty(text), files: [] };
  }
  const taskId = readTaskId(text);
  yield { status, note: taskId ? 'Waiting for the task ...' : '', text: pretty(text), files: [] };
  if (response.ok && taskId) yield* followTask(place, taskId);
}

/** Asks for the state of a task until it ends, as the client does. */
async function* followTask({ baseUrl, apiKey }: Place, id: string): AsyncGenerator<Answer, void, undefined> {
  const { createClient } = await import('../../src/client/index.ts');
  const task = createClient({ baseUrl, apiKey }).tasks.resume(id);
  for await (const record of task) {
    const { images = [], videos = [] } = record.result ?? {};
    const files = [...images, ...videos].flatMap(({ url }) => url ?? []);
    const note = `Task ${id}: ${record.progress}%`;
    yield { status: 200, note, text: JSON.stringify(record, null, 2), taskId: id, files };
  }
}

async function* piecesOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) yield next.value;
}

function readTaskId(text: string): string | undefined {
  return /"task_id":\s*"([^"]+)"/.exec(text)?.[1];
}

/** JSON with indentation, and anything else as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
