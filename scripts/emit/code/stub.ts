import type { Emitter } from '../../contract/contract.ts';
import { toScript } from '../banner.ts';
import {
  type OperationModel,
  type ParameterPlace,
  type ResponseModel,
  readOperations,
} from './operation-model.ts';
import {
  toContentType,
  toKey,
  toOperationComment,
  toParameterType,
  toQuoted,
  toTypeName,
  toTypesImport,
} from './typescript-text.ts';

/**
 * Emits `stub.ts`, the server side of the contract: one method per operation and, for each, a closed union of the
 * declared responses, so that neither a missing operation nor an undeclared status compiles.
 */
export const emitStub: Emitter = async ({ document }) => {
  const models = readOperations(document);
  const methods = models.map(toMethod).join('\n');
  const text = `type Schemas = components['schemas'];
${SHAPES}
/** The server side of the contract: one method per operation, independent of the transport. */
export interface Operations<Context> {
${methods}}

${toSharedResponses(models)}
${models.map((model) => `${toRequest(model)}\n${toResponse(model)}`).join('\n')}
/** A response of any operation. */
export type OperationResponse =
${models.map(({ operationId }) => `  | ${toTypeName(operationId)}Response`).join('\n')};
`;
  return [{ path: 'stub.ts', text: toScript(`\n${toTypesImport(text)}\n\n${text}`) }];
};

const SHAPES = `
/** The parameters of a location (path, query or headers) for which the operation declares none. */
export type NoParameters = Readonly<Record<string, never>>;

/** A JSON body that was serialized before the request, because it is sent repeatedly. */
export interface PreparedBody<Body> {
  readonly kind: 'prepared';
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Compresses it, once; undefined where compression gains nothing. */
  readonly gzip: (() => Promise<Uint8Array>) | undefined;
  /** What the text was made from: only its type counts. */
  readonly of?: Body;
}

/** A declared response with a JSON body; \`contentType\` may be omitted. */
export interface JsonResponse<Status extends number, Body, Header extends string = never> {
  readonly status: Status;
  readonly contentType?: 'application/json';
  readonly headers?: { readonly [Name in Header]?: string };
  readonly body: Body | PreparedBody<Body>;
}

/** A declared response that is streamed as text, in chunks. */
export interface StreamResponse<Status extends number, Header extends string = never> {
  readonly status: Status;
  readonly contentType: 'text/event-stream';
  readonly headers?: { readonly [Name in Header]?: string };
  readonly body: AsyncIterable<string>;
}

/** A declared response of bytes. */
export interface BytesResponse<Status extends number, Type extends string, Header extends string = never> {
  readonly status: Status;
  readonly contentType: Type;
  readonly headers?: { readonly [Name in Header]?: string };
  readonly body: Uint8Array;
}

/** A declared response without a body. */
export interface EmptyResponse<Status extends number, Header extends string = never> {
  readonly status: Status;
  readonly headers?: { readonly [Name in Header]?: string };
  readonly body?: undefined;
}
`;

function toMethod(operation: OperationModel): string {
  const name = toTypeName(operation.operationId);
  const comment = toOperationComment(operation, '  ');
  return `${comment}  ${toKey(operation.operationId)}(request: ${name}Request, context: Context): Promise<${name}Response>;\n`;
}

function toRequest(operation: OperationModel): string {
  const { operationId, method, path } = operation;
  return `/** The validated request of \`${operationId}\`: \`${method} ${path}\`. */
export interface ${toTypeName(operationId)}Request {
  readonly path: ${toParameters(operation, 'path')};
  readonly query: ${toParameters(operation, 'query')};
  readonly headers: ${toParameters(operation, 'header')};
  ${toBody(operation)}
}
`;
}

function toParameters({ parameters }: OperationModel, place: ParameterPlace): string {
  const members = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required, schema }) => {
      const key = toKey(place === 'header' ? name.toLowerCase() : name);
      return `readonly ${key}${required ? '' : '?'}: ${toParameterType(schema)}`;
    });
  return members.length === 0 ? 'NoParameters' : `{ ${members.join('; ')} }`;
}

function toBody({ operationId, body }: OperationModel): string {
  if (body === undefined) return 'readonly body?: undefined;';
  const whole = `NonNullable<operations[${toQuoted(operationId)}]['requestBody']>['content']`;
  const types = body.contents.map((content) =>
    toContentType(content, `${whole}[${toQuoted(content.mediaType)}]`),
  );
  return `readonly body${body.required ? '' : '?'}: ${types.join(' | ')};`;
}

function toResponse({ operationId, responses }: OperationModel): string {
  const members = responses.flatMap((response) =>
    response.component === undefined
      ? toAnswers(response, String(response.status), toPlace(operationId, response))
      : [`${response.component}Response<${response.status}>`],
  );
  return `/** The responses that \`${operationId}\` declares. */
export type ${toTypeName(operationId)}Response =
${members.map((member) => `  | ${member}`).join('\n')};
`;
}

/** One type for each shared response, whatever status refers to it. */
function toSharedResponses(models: readonly OperationModel[]): string {
  const shared = new Map<string, string>();
  for (const { responses } of models) {
    for (const response of responses) {
      const { component } = response;
      if (component === undefined) continue;
      const members = toAnswers(
        response,
        'Status',
        `components['responses'][${toQuoted(component)}]['content']`,
      ).join(' | ');
      const comment = `/** The shared response \`${component}\`. */\n`;
      shared.set(
        component,
        `${comment}export type ${component}Response<Status extends number> = ${members};\n`,
      );
    }
  }
  return [...shared]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, text]) => text)
    .join('\n');
}

function toPlace(operationId: string, { status }: ResponseModel): string {
  return `operations[${toQuoted(operationId)}]['responses'][${status}]['content']`;
}

function toAnswers({ headers, contents }: ResponseModel, status: string, place: string): readonly string[] {
  const names = headers.length === 0 ? '' : `, ${headers.map(toQuoted).join(' | ')}`;
  if (contents.length === 0) return [`EmptyResponse<${status}${names}>`];
  return contents.map((content) => {
    const type = toQuoted(content.mediaType);
    if (content.mediaType === 'text/event-stream') return `StreamResponse<${status}${names}>`;
    if (!content.mediaType.endsWith('json')) return `BytesResponse<${status}, ${type}${names}>`;
    return `JsonResponse<${status}, ${toContentType(content, `${place}[${type}]`)}${names}>`;
  });
}
