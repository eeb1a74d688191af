/** The price of one image of `imageBody` (schemas/models/QxImage30.json, 1K). */
export const IMAGE_PRICE = '0.03';

/** A submission that the service accepts. */
export const imageBody = { model: 'qx-image-3.0', prompt: 'A lighthouse at dawn' };

/** A task as the tests look at it. */
export interface TaskAnswer {
  readonly id: string;
  readonly status: string;
  readonly cost: number;
}

/** What is sent apart from the address. */
export interface Call {
  readonly key: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to a service. */
export function call(url: string, { key, body, headers = {} }: Call): Promise<Response> {
  return fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Submits an image that must be accepted, and returns the id of its task. */
export async function submitImage(baseUrl: string, key: string, more: object = {}): Promise<string> {
  const answer = await call(`${baseUrl}/v1/images/generations`, { key, body: { ...imageBody, ...more } });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status} ${text}`);
  const { data } = JSON.parse(text) as { data: readonly { task_id: string }[] };
  return data[0]?.task_id ?? '';
}

/** The record of a task that must exist. */
export async function readTask(baseUrl: string, key: string, id: string): Promise<TaskAnswer> {
  const answer = await call(`${baseUrl}/v1/tasks/${id}`, { key });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as TaskAnswer;
}
