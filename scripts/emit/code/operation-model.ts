import type { Json, JsonObject } from '../../contract/contract.ts';
import { isObject, resolve, stringList, toEntries, toList, toObject, toText } from '../../contract/json.ts';

/** Location of a parameter; this contract does not use cookies. */
export type ParameterPlace = 'path' | 'query' | 'header';

/** One parameter of an operation, references resolved. */
interface ParameterModel {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly schema: JsonObject;
}

/** One media type of a body, its schema as written (maybe a `$ref`). */
export interface ContentModel {
  readonly mediaType: string;
  readonly schema: JsonObject;
}

/** The request body of an operation. */
interface BodyModel {
  readonly required: boolean;
  readonly contents: readonly ContentModel[];
}

/** One declared status of an operation. */
export interface ResponseModel {
  readonly status: number;
  /** The name of the shared response component that the status refers to, if it does. */
  readonly component: string | undefined;
  /** In lower case, without those that the pipeline sends for every operation. */
  readonly headers: readonly string[];
  readonly contents: readonly ContentModel[];
}

/** One operation of the document, in the form shared by all emitters. */
export interface OperationModel {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly ParameterModel[];
  readonly body: BodyModel | undefined;
  readonly responses: readonly ResponseModel[];
}

/** The methods of operations, as documents write them. */
export const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Whether clients reach an operation by a link in an answer: no router, client or SDK has a call for it. */
export function isReachedByLink(operation: Json | undefined): boolean {
  return toObject(operation)['x-reached-by'] === 'link';
}

/**
 * All operations of a bundled document that clients call, sorted by operation id; not those behind links.
 * Throws on what the emitters cannot express.
 */
export function readOperations(document: JsonObject): readonly OperationModel[] {
  const operations = toEntries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = toObject(item)[method];
      return isObject(operation) && !isReachedByLink(operation)
        ? [readOperation(document, { path, method, item: toObject(item), operation })]
        : [];
    }),
  );
  return operations.sort((left, right) => (left.operationId < right.operationId ? -1 : 1));
}

interface OperationSource {
  readonly path: string;
  readonly method: string;
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

function readOperation(
  document: JsonObject,
  { path, method, item, operation }: OperationSource,
): OperationModel {
  const where = `${method.toUpperCase()} ${path}`;
  if (typeof operation.operationId !== 'string') throw new Error(`${where} has no operationId: give it one.`);
  const parameters = [...toList(item.parameters), ...toList(operation.parameters)];
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: toText(operation.summary),
    description: toText(operation.description),
    tags: stringList(operation.tags),
    parameters: parameters.map((parameter) => readParameter(toObject(resolve(document, parameter)), where)),
    body: operation.requestBody === undefined ? undefined : readBody(document, operation.requestBody),
    responses: toEntries(operation.responses).map(([status, response]) =>
      readResponse(document, toStatus(status, where), response),
    ),
  };
}

function readParameter(parameter: JsonObject, where: string): ParameterModel {
  const place = toText(parameter.in);
  if (place !== 'path' && place !== 'query' && place !== 'header') {
    throw new Error(
      `${where}: parameter "${toText(parameter.name)}" is in "${place}"; use path, query or header.`,
    );
  }
  return {
    name: toText(parameter.name),
    in: place,
    required: parameter.required === true,
    schema: toObject(parameter.schema),
  };
}

function readBody(document: JsonObject, body: Json): BodyModel {
  const source = toObject(resolve(document, body));
  return { required: source.required === true, contents: readContents(source.content) };
}

function readResponse(document: JsonObject, status: number, response: Json): ResponseModel {
  const source = toObject(resolve(document, response));
  const common = toEntries(document['x-common-headers']).flatMap(([, names]) => stringList(names));
  const headers = toEntries(source.headers).flatMap(([name]) =>
    common.includes(name) ? [] : [name.toLowerCase()],
  );
  const component = /^#\/components\/responses\/([A-Za-z]\w*)$/.exec(toText(toObject(response).$ref))?.[1];
  return { status, component, headers: headers.sort(), contents: readContents(source.content) };
}

function readContents(content: Json | undefined): readonly ContentModel[] {
  return toEntries(content).map(([mediaType, media]) => ({
    mediaType,
    schema: toObject(toObject(media).schema),
  }));
}

function toStatus(status: string, where: string): number {
  if (/^[1-5]\d\d$/.test(status)) return Number(status);
  throw new Error(
    `${where} declares the response "${status}"; write one status at a time (the stub is a closed union).`,
  );
}
