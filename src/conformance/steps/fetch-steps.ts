import pLimit from 'p-limit';
import { fillTemplate } from '../language/template.ts';
import type { Session } from '../run/session.ts';
import type { FetchTemplate } from '../suite/case.ts';
import { toList, toObject } from '../suite/json.ts';
import { NoResponse, type WireResponse } from '../wire/exchange.ts';
import { type ProbedFile, probeFile } from '../wire/probe-file.ts';
import { exchange } from './http-steps.ts';
import { type StepResult, Unproven } from './step-result.ts';

/** Limits on the files of one step and on those in memory at the same time, whatever a target sends. */
const [MAX_FILES, MAX_AT_ONCE] = [200, 8];
const limit = pLimit(MAX_AT_ONCE);

/** Downloads files and probes their content. The response is that of the last one. */
export async function runFetch(session: Session, template: FetchTemplate): Promise<StepResult> {
  const { url, urls } = template;
  const addresses = url === undefined ? fillTemplate(urls, session.evaluate) : [url];
  const files: ProbedFile[] = [];
  let response: WireResponse | undefined;
  for (const one of toList(addresses).slice(0, MAX_FILES)) {
    const address = String(fillTemplate(one, session.evaluate));
    const read = await limit(async () => {
      const came = await download(session, address, template);
      return { came, file: await probeFile(came.bytes) };
    });
    response = read.came;
    files.push(read.file);
  }
  if (!response) throw new Unproven('there is no URL to fetch');
  return { response, values: { file: files.at(-1), files } };
}

const MAX_REDIRECTS = 5;

/** Downloads one file. Storage may be on another host, so redirects are followed; only the target itself gets the key. */
async function download(
  session: Session,
  address: string,
  { method = 'GET', headers, key = 'rich' }: FetchTemplate,
): Promise<WireResponse> {
  const base = new URL(session.context.target.base_url);
  const { authorization } = (await session.prepare({ key })).headers;
  const asked = toObject(fillTemplate(headers, session.evaluate)) as Record<string, string>;
  let url = toAddress(session, address, base);
  for (let left = MAX_REDIRECTS; ; left--) {
    const isOwn = url.origin === base.origin;
    const wire = {
      method,
      url: url.href,
      headers: { ...(isOwn && authorization && { authorization }), ...asked },
      isFile: true,
      isOutside: !isOwn && !session.context.isInside,
    };
    const { response } = await exchange(session, {}, wire);
    const { location } = response.headers;
    if (response.status < 300 || response.status > 399 || location === undefined || left === 0)
      return response;
    url = toAddress(session, location, url);
  }
}

function toAddress({ context }: Session, text: string, base: URL): URL {
  const url = URL.parse(text, base.href);
  if (!url) throw new NoResponse(`${context.format(text)} is not a URL`);
  return url;
}
