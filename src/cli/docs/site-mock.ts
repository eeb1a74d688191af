import type { SiteMock } from '../../../scripts/docs/site.ts';
import type { StartedMock } from '../../node/programs/start-mock.ts';

/** Where examples on the site say that the mock is, which is where it is by default. */
const MOCK_URL = 'http://localhost:8080';

/** The mock as the site shows it: its real port is one of the moment. */
export function toSiteMock({ baseUrl, apiKey, control }: StartedMock): SiteMock {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const toReal = (text: string) => text.replaceAll(MOCK_URL, baseUrl);
  return {
    baseUrl: MOCK_URL,
    apiKey,
    async send(path, body) {
      const init =
        body === undefined ? { headers } : { method: 'POST', headers, body: toReal(JSON.stringify(body)) };
      const response = await fetch(`${baseUrl}${path}`, init);
      const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
      return { status: response.status, type, text: (await response.text()).replaceAll(baseUrl, MOCK_URL) };
    },
    async download(address) {
      const response = await fetch(toReal(address));
      if (!response.ok) throw new Error(`${address} cannot be downloaded: ${await response.text()}`);
      return response.bytes();
    },
    wait: async (seconds) => void (await control.setClock({ advance: `${seconds}s` })),
  };
}
