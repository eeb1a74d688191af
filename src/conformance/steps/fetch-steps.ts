import { fillTemplate } from '../language/template.ts';
import type { Session } from '../run/session.ts';
import type { FetchTemplate } from '../suite/case.ts';
import { toList, toObject } from '../suite/json.ts';
import { NoResponse, type WireResponse } from '../wire/exchange.ts';
import { type ProbedFile, probeFile } from '../wire/probe-file.ts';
import { exchange } from './http-steps.ts';
import { type StepResult, Unproven } from './step-result.ts';

/** Downloads files and reads what they really are. The response is that of the last one. */
export async function runFetch(session: Session, template: FetchTemplate): Promise<StepResult> {
  const { url, urls } = template;
  const addresses = url === undefined ? fillTemplate(urls, session.evaluate) : [url];
  const files: ProbedFile[] = [];
  let response: WireResponse | undefined;
  for (const address of toList(addresses)) {
    response = await download(session, String(fillTemplate(address, session.evaluate)), template);
    files.push(await probeFile(response.bytes));
  }
  if (!response) throw new Unproven('there is no address to fetch from');
  return { response, values: { file: files.at(-1), files } };
}

const MOST_REDIRECTS = 5;

/** One file. Storage may be elsewhere, so redirects are followed; only the target itself gets the key. */
async function download(
  session: Session,
  address: string,
  { method = 'GET', headers, key = 'rich' }: FetchTemplate,
): Promise<WireResponse> {
  const base = new URL(session.context.target.base_url);
  const { authorization } = (await session.prepare({ key })).headers;
  const asked = toObject(fillTemplate(headers, session.evaluate)) as Record<string, string>;
  let url = toAddress(address, base);
  for (let left = MOST_REDIRECTS; ; left--) {
    const isOwn = url.origin === base.origin;
    const wire = {
      method,
      url: url.href,
      headers: { ...(isOwn && authorization && { authorization }), ...asked },
    };
    const { response } = await exchange(session, {}, wire);
    const { location } = response.headers;
    if (response.status < 300 || response.status > 399 || location === undefined || left === 0)
      return response;
    url = toAddress(location, url);
  }
}

function toAddress(text: string, base: URL): URL {
  const url = URL.parse(text, base.href);
  if (!url) throw new NoResponse(`${JSON.stringify(text)} is no address`);
  return url;
}
