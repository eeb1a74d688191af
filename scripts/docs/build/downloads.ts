import type { Contract } from '../../contract/contract.ts';
import { toText } from '../../contract/json.ts';
import { toJson } from '../../emit/banner.ts';
import { emitDocument } from '../../emit/documents/document.ts';
import { emitSdkProfile } from '../../emit/sdk/profile.ts';
import { publishedSchema } from '../../emit/tables/published-schemas.ts';
import type { SiteFile } from '../site.ts';

/** The documents and schemas of a contract, as files of the site. A schema is where its `$id` says, too. */
export async function listDownloads(contract: Contract): Promise<readonly SiteFile[]> {
  const documents = await Promise.all([emitDocument(contract), emitSdkProfile(contract)]);
  const schemas = contract.models.flatMap((model) => {
    const schema = publishedSchema(model);
    const bytes = toJson('$comment', schema);
    const named = new URL(toText(schema.$id)).pathname.slice(1);
    return [`schemas/${model.id}.json`, named].map((path) => ({ path, bytes }));
  });
  return [...documents.flat().map(({ path, text }) => ({ path, bytes: text })), ...schemas];
}
