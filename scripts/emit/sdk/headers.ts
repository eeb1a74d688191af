import type { JsonObject } from '../../contract/contract.ts';
import { mapOperations } from '../../contract/documents/parts.ts';
import { filterMembers, mapMembers, toObject } from '../../contract/json.ts';

/** Headers that browsers, caches and HTTP libraries act on before a program sees the response. */
const TRANSPORT = /^(access-control-.*|content-encoding|vary|x-accel-buffering)$/i;

/** The document without the response headers that are not for programs: generated clients would carry them as fields. */
export function dropTransportHeaders(document: JsonObject): JsonObject {
  const cleanResponses = (holder: JsonObject) => ({
    ...holder,
    responses: mapMembers(holder.responses, (response) => withoutTransport(toObject(response))),
  });
  return {
    ...document,
    paths: mapOperations(document.paths, cleanResponses),
    components: cleanResponses(toObject(document.components)),
  };
}

function withoutTransport({ headers, ...rest }: JsonObject): JsonObject {
  const kept = filterMembers(toObject(headers), (name) => !TRANSPORT.test(name));
  return { ...rest, ...(Object.keys(kept).length > 0 ? { headers: kept } : {}) };
}
