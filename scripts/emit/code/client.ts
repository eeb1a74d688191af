import type { Emitter, Json, JsonObject } from '../../contract/contract.ts';
import { resolve, toList, toObject } from '../../contract/json.ts';
import { toScript } from '../banner.ts';
import { type ContentModel, type OperationModel, readOperations } from './operation-model.ts';
import { isOpenBranch } from './requests.ts';
import { toContentType, toKey, toOperationComment, toQuoted, toTypesImport } from './typescript-text.ts';

/**
 * Emits `client.ts`: one typed method per operation and the data to perform it. A body that also accepts models without
 * a contract is typed by the known ones only, so that `model` discriminates the families.
 */
export const emitClient: Emitter = async ({ document }) => {
  const models = readOperations(document);
  const text = `type Schemas = components['schemas'];

/** The calls of the client by operation id; \`Options\` is the last argument of each call. */
export interface ClientCalls<Options> {
${models.map((model) => toMethod(document, model)).join('\n')}}

/** How each call is performed: the route, what its first argument is, where its parameters travel, whether it can stream. */
export const clientOperations = {
${models.map(toEntry).join('')}} as const satisfies Readonly<Record<keyof ClientCalls<unknown>, ClientOperation>>;

/** The description of one call. */
export interface ClientOperation {
  readonly method: string;
  readonly path: keyof paths;
  readonly input: 'body' | 'parameters' | 'none';
  readonly parameters: Readonly<Record<string, 'path' | 'query'>>;
  readonly streams: boolean;
}

/** \`Type\` without its readonly marks, as openapi-fetch wants its paths (it does not see through readonly arrays). */
export type Mutable<Type> = Type extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : Type extends object
    ? { -readonly [Name in keyof Type]: Mutable<Type[Name]> }
    : Type;

/** The paths of the contract for an openapi-fetch client. */
export type ClientPaths = Mutable<paths>;
`;
  return [{ path: 'client.ts', text: toScript(`\n${toTypesImport(text)}\n\n${text}`) }];
};

function toMethod(document: JsonObject, operation: OperationModel): string {
  const name = toKey(operation.operationId);
  const input = toInput(document, operation);
  const parameters = [...(input === undefined ? [] : [input]), 'options?: Options'].join(', ');
  return `${toOperationComment(operation, '  ')}  ${name}(${parameters}): Promise<${toData(operation)}>;\n`;
}

function toInput(document: JsonObject, operation: OperationModel): string | undefined {
  if (operation.body !== undefined)
    return `body${operation.body.required ? '' : '?'}: ${toBody(document, operation)}`;
  const places = (['path', 'query'] as const).filter((place) =>
    operation.parameters.some(({ in: at }) => at === place),
  );
  if (places.length === 0) return undefined;
  const required = operation.parameters.some((parameter) => parameter.in !== 'header' && parameter.required);
  const types = places.map(
    (place) => `NonNullable<operations[${toQuoted(operation.operationId)}]['parameters']['${place}']>`,
  );
  return `parameters${required ? '' : '?'}: ${types.join(' & ')}`;
}

function toBody(document: JsonObject, { operationId, body, responses }: OperationModel): string {
  const whole = `NonNullable<operations[${toQuoted(operationId)}]['requestBody']>['content']`;
  const types = (body?.contents ?? []).map(
    (content) =>
      toKnownType(document, content) ?? toContentType(content, `${whole}[${toQuoted(content.mediaType)}]`),
  );
  const type = types.length > 1 ? `(${types.join(' | ')})` : types.join('');
  return responses.some(({ contents }) => contents.some(isStream))
    ? `${type} & { readonly stream?: false }`
    : type;
}

/** The closed branches of a union with an open one; undefined for any other schema. */
function toKnownType(document: JsonObject, { mediaType, schema }: ContentModel): string | undefined {
  const branches = toList(toObject(resolve(document, schema)).oneOf);
  const known = branches.filter((branch) => !isOpenBranch(document, branch));
  if (known.length === 0 || known.length === branches.length) return undefined;
  return known
    .map((branch: Json) => toContentType({ mediaType, schema: toObject(branch) }, 'unknown'))
    .join(' | ');
}

function toData({ operationId, responses }: OperationModel): string {
  const types = responses
    .filter(({ status }) => status < 300)
    .flatMap(({ status, contents }) =>
      contents
        .filter((content) => content.mediaType.endsWith('json'))
        .map((content) => {
          const whole = `operations[${toQuoted(operationId)}]['responses'][${status}]['content']`;
          return toContentType(content, `${whole}[${toQuoted(content.mediaType)}]`);
        }),
    );
  return types.length === 0 ? 'undefined' : types.join(' | ');
}

function isStream({ mediaType }: ContentModel): boolean {
  return mediaType === 'text/event-stream';
}

function toEntry(operation: OperationModel): string {
  const { operationId, method, path, parameters, body, responses } = operation;
  const places = parameters.filter((parameter) => parameter.in !== 'header');
  const input = body !== undefined ? 'body' : places.length > 0 ? 'parameters' : 'none';
  if (input === 'body' && places.length > 0) {
    throw new Error(`${method} ${path} has a body and other parameters: the client takes one or the other.`);
  }
  const pairs = places.map(({ name, in: place }) => `${toKey(name)}: ${toQuoted(place)}`).join(', ');
  const streams = responses.some(({ contents }) => contents.some(isStream));
  const route = `method: ${toQuoted(method)}, path: ${toQuoted(path)}, input: ${toQuoted(input)}`;
  return `  ${toKey(operationId)}: { ${route}, parameters: {${pairs === '' ? '' : ` ${pairs} `}}, streams: ${streams} },\n`;
}
