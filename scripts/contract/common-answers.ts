import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Json, JsonObject } from './contract.ts';
import { readDataFile } from './data-file.ts';
import { expectObject, isObject, mapMembers, stringList, toEntries, toObject, toText } from './json.ts';

/** The file with the responses that belong to no single operation. */
export const COMMON_ANSWERS = 'openapi/answers.yaml';

const HEADERS = 'openapi/components/headers';
const ENVELOPE = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } };

/** The content of `openapi/answers.yaml`, with the header components that it names. */
interface CommonAnswers {
  readonly every: JsonObject;
  readonly counted: JsonObject;
  /** Statuses of requests that were not counted by a rate limit. */
  readonly uncounted: readonly string[];
  readonly anyPath: JsonObject;
  readonly components: JsonObject;
  /** Headers of responses that belong to no operation; they are not components, because tools report unused ones. */
  readonly headersOfPaths: JsonObject;
}

/**
 * Adds to the document what all responses have in common: the headers of the pipeline in every response of every operation, and as
 * `x-common-headers` and `x-responses-of-any-path` what belongs to none. A contract without that file stays as it is.
 */
export async function addCommonAnswers(root: string, document: JsonObject): Promise<JsonObject> {
  if (!existsSync(path.join(root, COMMON_ANSWERS))) return document;
  const common = await readCommonAnswers(root);
  const { headers, responses, ...components } = toObject(document.components);
  const dress = (response: Json, status: string) => dressResponse(common, toObject(response), status);
  const statuses = statusesOfComponents(document);
  return {
    ...document,
    paths: mapMembers(document.paths, (item) =>
      mapMembers(item, (member) =>
        isObject(member) && member.responses !== undefined
          ? { ...member, responses: mapMembers(member.responses, dress) }
          : member,
      ),
    ),
    components: {
      ...components,
      responses: mapMembers(responses, (response, name) => dress(response, statuses.get(name) ?? '')),
      headers: { ...toObject(headers), ...common.components },
    },
    'x-common-headers': {
      every_answer: Object.keys(common.every),
      counted_requests: Object.keys(common.counted),
    },
    'x-responses-of-any-path': mapMembers(common.anyPath, (answer, status) =>
      toAnyPathResponse(common, toObject(answer), status),
    ),
  };
}

async function readCommonAnswers(root: string): Promise<CommonAnswers> {
  const { source } = await readDataFile(root, COMMON_ANSWERS);
  const every = toObject(toObject(source.every_answer).headers);
  const counted = toObject(source.counted_requests);
  const anyPath = expectObject(source.any_path, `any_path of ${COMMON_ANSWERS}`);
  const ofPaths = toEntries(anyPath).map(([, answer]) => toObject(answer).headers);
  const [components, headersOfPaths] = await Promise.all([
    readHeaders(root, [every, counted.headers]),
    readHeaders(root, ofPaths),
  ]);
  return {
    every,
    counted: toObject(counted.headers),
    uncounted: stringList(counted.except),
    anyPath,
    components,
    headersOfPaths,
  };
}

/** The header files that the maps name, by file name. */
async function readHeaders(root: string, maps: readonly (Json | undefined)[]): Promise<JsonObject> {
  const names = new Set(maps.flatMap((headers) => toEntries(headers).map(([, name]) => toText(name))));
  const files = [...names].map(async (name) => {
    const { source } = await readDataFile(root, `${HEADERS}/${name}.yaml`);
    return [name, source] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

/** A shared response has one status wherever it is used, which determines its headers. */
function statusesOfComponents({ paths }: JsonObject): ReadonlyMap<string, string> {
  const operations = toEntries(paths).flatMap(([, item]) =>
    toEntries(item).map(([, operation]) => operation),
  );
  const uses = operations.flatMap((operation) => toEntries(toObject(operation).responses));
  return new Map(
    uses.map(
      ([status, response]) => [toText(toObject(response).$ref).split('/').at(-1) ?? '', status] as const,
    ),
  );
}

function dressResponse(common: CommonAnswers, response: JsonObject, status: string): JsonObject {
  if (response.$ref !== undefined) return response;
  const counted = common.uncounted.includes(status) ? {} : common.counted;
  const headers = { ...common.every, ...counted };
  return { ...response, headers: { ...toReferences(headers), ...toObject(response.headers) } };
}

function toAnyPathResponse(common: CommonAnswers, answer: JsonObject, status: string): JsonObject {
  const { description, headers, provenance } = answer;
  return {
    description,
    headers: {
      ...toReferences(common.every),
      ...mapMembers(headers, (name) => common.headersOfPaths[toText(name)] ?? null),
    },
    ...(Number(status) >= 400 ? { content: ENVELOPE } : {}),
    'x-provenance': provenance,
  };
}

function toReferences(headers: JsonObject): JsonObject {
  return mapMembers(headers, (name) => ({ $ref: `#/components/headers/${toText(name)}` }));
}
