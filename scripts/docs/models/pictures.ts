import type { ModelSource } from '../../contract/contract.ts';
import { memberOf, toList, toObject, toText } from '../../contract/json.ts';
import { paragraphs, plain } from '../markdown.ts';
import { sampleRequest } from '../samples/model-request.ts';
import type { SiteFile, SiteMock } from '../site.ts';

/** A result of the mock for the first example of a model: files of the site, and how a page shows them. */
export interface ResultPicture {
  readonly text: string;
  readonly files: readonly SiteFile[];
}

/** Runs the first example of an image or video model; a text model shows nothing. */
export async function takePicture(model: ModelSource, mock: SiteMock): Promise<ResultPicture> {
  const { operation, endpoint } = toObject(model.vocabulary['x-model']);
  if (operation === 'chat_completion') return { text: '', files: [] };
  const request = sampleRequest(model, mock.baseUrl);
  const submitted = toObject(JSON.parse((await mock.send(toText(endpoint), request)).text));
  const id = toText(toObject(toList(submitted.data)[0]).task_id);
  if (id === '') throw new Error(`${model.id}: the first example is refused: ${JSON.stringify(submitted)}`);
  await mock.finishTasks();
  const record = toObject(JSON.parse((await mock.send(`/v1/tasks/${id}`)).text));
  const address = findAddress(record.result);
  const bytes = await mock.download(address);
  const name = `results/${model.id}${/\.\w+$/.exec(new URL(address).pathname)?.[0] ?? ''}`;
  return { text: show(model, `/${name}`, toText(request.prompt)), files: [{ path: name, bytes }] };
}

/** The first address of a file in a result, wherever it is. */
function findAddress(result: unknown): string {
  const list = [memberOf(result, 'images'), memberOf(result, 'videos')].flatMap(toList);
  const [address] = [memberOf(list[0], 'url')].flat();
  if (typeof address !== 'string') throw new Error(`A result without a file: ${JSON.stringify(result)}`);
  return address;
}

function show(model: ModelSource, address: string, prompt: string): string {
  const caption = `A result of the mock, which draws a sample of the right size and format: ${plain(prompt || 'no prompt')}`;
  const isVideo = toObject(model.vocabulary['x-model']).operation === 'video_generation';
  const media = isVideo
    ? `<video src="${address}" controls muted playsinline preload="metadata" aria-label="A clip that the mock made"></video>`
    : `<img src="${address}" alt="A picture that the mock made" loading="lazy">`;
  return paragraphs([`<figure class="result">${media}<figcaption>${caption}</figcaption></figure>`]);
}
