import type { Contract, Json, JsonObject } from '../../contract/contract.ts';
import { isObject, resolve, toEntries, toObject, toText } from '../../contract/json.ts';
import { METHODS } from '../../emit/code/operation-model.ts';
import { block, code, paragraphs, plain, prose, table, toJson } from '../markdown.ts';
import type { Group } from '../navigation.ts';
import type { SitePage } from '../site.ts';

/** The pages of errors, and the navigation among them. */
export interface ErrorPages {
  readonly pages: readonly SitePage[];
  readonly group: Group;
}

/** Makes a page for each reason of the error table, and one that lists them. */
export function errorPages({ errors, messages, document }: Contract): ErrorPages {
  const places = findErrorPlaces(document);
  const entries = toEntries(errors).map(([reason, entry]) => [reason, toObject(entry)] as const);
  return {
    pages: [
      listPage(entries, messages),
      ...entries.map(([reason, entry]) => ({
        path: `errors/${reason}.md`,
        text: errorPage(reason, entry, places.get(reason) ?? []),
      })),
    ],
    group: {
      text: 'Errors',
      readers: 'What each error means, and what to do about it.',
      entries: [
        { text: 'All errors', path: 'errors/index.md' },
        ...entries.map(([reason]) => ({ text: reason, path: `errors/${reason}.md` })),
      ],
    },
  };
}

function errorPage(reason: string, entry: JsonObject, places: readonly ErrorPlace[]): string {
  const [first] = places;
  const operations = [...new Set(places.map(({ operation }) => operation))];
  return paragraphs([
    '---\naside: false\n---',
    `# ${plain(reason)} {#${reason}}`,
    table(
      ['Status', code(String(entry.status))],
      [
        ['Type', code(toText(entry.type))],
        ['Message', describeMessage(toText(entry.message))],
      ],
    ),
    `## What to do\n\n${prose(toText(entry.remedy))}`,
    first && `## Example\n\nA response of ${code(first.operation)}:\n\n${block('json', toJson(first.body))}`,
    operations.length > 1
      ? `## Endpoints that return it\n\n${operations.map((operation) => `- ${code(operation)}`).join('\n')}`
      : undefined,
    '[All errors](./index.md)',
  ]);
}

/** Messages that are only a place for a detail say nothing here. */
function describeMessage(message: string): string {
  return message === '{detail}' ? 'describes what is wrong with the request' : plain(message);
}

function listPage(
  entries: readonly (readonly [reason: string, entry: JsonObject])[],
  messages: JsonObject,
): SitePage {
  const rows = entries.map(([reason, entry]) => [
    code(String(entry.status)),
    `[${plain(reason)}](./${reason}.md)`,
    prose(firstSentence(toText(entry.remedy))),
  ]);
  const failures = toEntries(messages).map(([name, message]) => [
    code(name),
    plain(toText(toObject(toObject(message).texts).en)),
  ]);
  const text = paragraphs([
    '---\naside: false\n---',
    '# Errors',
    'For everyone who calls the gateway. Every rejected request gets one of the statuses below and a body of this form, with one exception:',
    block(
      'json',
      toJson({
        error: {
          code: 400,
          message: 'n must be at most 1; got 2',
          type: 'invalid_request_error',
          reason: 'invalid_parameter',
          param: '/n',
        },
      }),
    ),
    'Programs should check `reason`; `message` is for people and may change. When you report a problem, quote the response header `x-request-id`. A refused request is never charged.',
    'The exception is the balance of a user: if `GET /v1/user/balance` or `GET /user/balance` cannot look it up, the body is `{"success": false, "message": "..."}`.',
    table(
      ['Status', 'Reason', 'What to do'],
      rows.toSorted(([left = ''], [right = '']) => left.localeCompare(right)),
    ),
    '## Failed tasks {#tasks-that-fail}',
    'A task that was accepted can still fail: its status is then `failed`, and its `error` has one of these codes. The hold is released in full.',
    table(['Code', 'Message'], failures),
  ]);
  return { path: 'errors/index.md', text };
}

function firstSentence(text: string): string {
  return /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
}

/** Where an error is answered, and how it looks there. */
interface ErrorPlace {
  /** `POST /v1/images/generations`. */
  readonly operation: string;
  readonly body: JsonObject;
}

/** The examples of errors in a bundled document by their reason, each with its operation. */
function findErrorPlaces(document: JsonObject): ReadonlyMap<string, readonly ErrorPlace[]> {
  const places = toEntries(document.paths).flatMap(([path, item]) =>
    toEntries(item)
      .filter(([method]) => METHODS.includes(method))
      .flatMap(([method, operation]) =>
        examplesOf(document, toObject(operation)).map((body) => ({
          reason: toText(toObject(body.error).reason),
          place: { operation: `${method.toUpperCase()} ${path}`, body },
        })),
      ),
  );
  const grouped = Map.groupBy(places, ({ reason }) => reason);
  return new Map([...grouped].map(([reason, found]) => [reason, found.map(({ place }) => place)]));
}

function examplesOf(document: JsonObject, operation: JsonObject): readonly JsonObject[] {
  return toEntries(operation.responses).flatMap(([, response]) => {
    const content = toObject(toObject(resolve(document, response)).content);
    return toEntries(toObject(content['application/json']).examples).flatMap(([, example]) =>
      bodyOf(toObject(resolve(document, example)).value),
    );
  });
}

function bodyOf(value: Json | undefined): readonly JsonObject[] {
  return isObject(value) && isObject(value.error) ? [value] : [];
}
