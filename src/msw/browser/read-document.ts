import { publishedSchemas } from '../../../generated/published-schemas.ts';

/** The text of a generated document: loaded when it is first read. JSON is YAML, too. */
export async function readDocument(name: string): Promise<string> {
  return JSON.stringify(await load(name), null, 2);
}

async function load(name: string): Promise<unknown> {
  const model = /^schemas\/(.*)\.json$/.exec(name)?.[1];
  if (model !== undefined) return publishedSchemas[model];
  const loaded =
    name === 'mock-openapi.json'
      ? await import('../../../generated/mock-openapi.json', { with: { type: 'json' } })
      : await import('../../../generated/openapi.json', { with: { type: 'json' } });
  return loaded.default;
}
