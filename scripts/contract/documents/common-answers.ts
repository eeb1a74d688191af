import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Json, JsonObject } from '../contract.ts';
import { readDataFile } from '../files/data-file.ts';
import { expectObject, mapMembers, stringList, toEntries, toObject, toText } from '../json.ts';
import { listOperations, mapOperations } from './parts.ts';

/** The file with the responses that belong to no single operation, beside the entry document. */
const COMMON_ANSWERS = 'answers.yaml';

/** Where the files of headers are: beside the entry document, or with the components of the contract. */
const OWN_HEADERS = 'headers';
const HEADERS = 'openapi/components/headers';
const ENVELOPE = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } };

/** The content of an `answers.yaml`, with the header components that it names. */
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

/** Where a contract is, and the folder of its entry document below that. */
interface Place {
  readonly root: string;
  readonly folder: string;
}

/**
 * Adds to the document what all responses have in common: the pipeline's headers in every response of every
 * operation, and whatever belongs to no operation as `x-common-headers` and `x-responses-of-any-path`. A contract
 * without that file is unchanged.
 */
export async function addCommonAnswers(place: Place, document: JsonObject): Promise<JsonObject> {
  if (!existsSync(path.join(place.root, place.folder, COMMON_ANSWERS))) return document;
  const common = await readCommonAnswers(place);
  const { headers, responses, ...components } = toObject(document.components);
  const uncounted = { ...common, counted: {} };
  const statuses = statusesOfComponents(document);
  return {
    ...document,
    paths: mapOperations(document.paths, (operation) => ({
      ...operation,
      responses: mapMembers(operation.responses, (response, status) =>
        addCommonHeaders(needsKey(operation) ? common : uncounted, toObject(response), status),
      ),
    })),
    components: {
      ...components,
      responses: mapMembers(responses, (response, name) =>
        addCommonHeaders(common, toObject(response), statuses.get(name) ?? ''),
      ),
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

async function readCommonAnswers(place: Place): Promise<CommonAnswers> {
  const file = path.posix.join(place.folder, COMMON_ANSWERS);
  const { source } = await readDataFile(place.root, file);
  const every = toObject(toObject(source.every_answer).headers);
  const counted = toObject(source.counted_requests);
  const anyPath = expectObject(source.any_path, `any_path of ${file}`);
  const ofPaths = toEntries(anyPath).map(([, answer]) => toObject(answer).headers);
  const [components, headersOfPaths] = await Promise.all([
    readHeaders(place, [every, counted.headers]),
    readHeaders(place, ofPaths),
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
async function readHeaders(
  { root, folder }: Place,
  maps: readonly (Json | undefined)[],
): Promise<JsonObject> {
  const names = new Set(maps.flatMap((headers) => toEntries(headers).map(([, name]) => toText(name))));
  const files = [...names].map(async (name) => {
    const own = path.posix.join(folder, OWN_HEADERS, `${name}.yaml`);
    const file = existsSync(path.join(root, own)) ? own : `${HEADERS}/${name}.yaml`;
    const { source } = await readDataFile(root, file);
    return [name, source] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

/** Requests without a key are counted against no limit. */
function needsKey({ security }: JsonObject): boolean {
  return !Array.isArray(security) || security.length > 0;
}

/** A shared response has one status wherever it is used, which determines its headers. */
function statusesOfComponents(document: JsonObject): ReadonlyMap<string, string> {
  const uses = listOperations(document).flatMap(({ responses }) => toEntries(responses));
  return new Map(
    uses.map(
      ([status, response]) => [toText(toObject(response).$ref).split('/').at(-1) ?? '', status] as const,
    ),
  );
}

function addCommonHeaders(common: CommonAnswers, response: JsonObject, status: string): JsonObject {
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
