import type { JsonObject } from '../../contract/contract.ts';
import { isObject, mapMembers, toEntries, toObject } from '../../contract/json.ts';

/** Headers that browsers, caches and HTTP libraries act on before a program sees the response. */
const TRANSPORT = /^(access-control-.*|content-encoding|vary|x-accel-buffering)$/i;

/** The document without the response headers that are not for programs: generated clients would carry them as fields. */
export function dropTransportHeaders(document: JsonObject): JsonObject {
  const components = toObject(document.components);
  return {
    ...document,
    paths: mapMembers(document.paths, (item) =>
      mapMembers(item, (member) =>
        isObject(member) && member.responses !== undefined
          ? {
              ...member,
              responses: mapMembers(member.responses, (response) => withoutTransport(toObject(response))),
            }
          : member,
      ),
    ),
    components: {
      ...components,
      responses: mapMembers(components.responses, (response) => withoutTransport(toObject(response))),
    },
  };
}

function withoutTransport(response: JsonObject): JsonObject {
  if (!isObject(response.headers)) return response;
  const { headers, ...rest } = response;
  const kept = toEntries(headers).filter(([name]) => !TRANSPORT.test(name));
  return { ...rest, ...(kept.length > 0 ? { headers: Object.fromEntries(kept) } : {}) };
}
