import type { Contract, Json, JsonObject } from '../../contract/contract.ts';
import { isObject, resolve, stringList, toEntries, toList, toObject, toText } from '../../contract/json.ts';
import { code, paragraphs, prose } from '../markdown.ts';
import { fieldRow, fieldTable, limitsOf, typeOf } from '../models/parameters.ts';
import type { SitePage } from '../site.ts';

/** The page of every field of every successful answer, which the search of the site finds by name. */
export function answerFieldsPage({ document }: Pick<Contract, 'document'>): SitePage {
  const schemas = [...collectSchemas(document)].map(([name, paths]) => describe(name, paths, document));
  const text = paragraphs([
    '---\noutline: 2\n---',
    '# Fields of answers',
    'For people who read responses of the gateway, and want to know what a field means. The [reference](./reference.html){target="_self"} has the same by endpoint, with examples; refusals have [pages of their own](./errors/index.md).',
    'A field without "always" may be absent. Ignore fields that you do not know: new ones can come at any time.',
    ...schemas,
  ]);
  return { path: 'answers.md', text };
}

/** The schemas of successful answers by name, with the endpoints where they occur, in the order of the document. */
function collectSchemas(document: JsonObject): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const collect = (value: Json, place: string) => {
    if (Array.isArray(value)) for (const entry of value) collect(entry, place);
    if (!isObject(value)) return;
    const name = toName(value.$ref);
    if (name !== undefined && !found.get(name)?.has(place)) {
      found.set(name, (found.get(name) ?? new Set()).add(place));
      collect(toObject(resolve(document, value)), place);
    }
    for (const [key, member] of toEntries(value)) if (key !== '$ref') collect(member, place);
  };
  for (const [path, item] of toEntries(document.paths))
    for (const [method, operation] of toEntries(item))
      for (const [status, response] of toEntries(toObject(operation).responses)) {
        const { content } = toObject(resolve(document, response));
        if (status.startsWith('2')) collect(toObject(content), `${method.toUpperCase()} ${path}`);
      }
  return found;
}

/** Errors have pages of their own. */
function toName(reference: Json | undefined): string | undefined {
  return /^#\/components\/schemas\/(?!Error)(\w+)$/.exec(toText(reference))?.[1];
}

function describe(name: string, places: ReadonlySet<string>, document: JsonObject): string | undefined {
  const schema = toObject(toObject(toObject(document.components).schemas)[name]);
  const rows = memberRows('', schema, document);
  if (rows.length === 0) return undefined;
  return paragraphs([
    `## ${name}`,
    `${prose(toText(schema.description))} In answers of ${[...places].map(code).join(', ')}.`.trim(),
    fieldTable(['Field', 'Meaning'], rows),
  ]);
}

function memberRows(
  prefix: string,
  schema: JsonObject,
  document: JsonObject,
): readonly (readonly string[])[] {
  const required = stringList(schema.required);
  return toEntries(schema.properties).flatMap(([member, value]) =>
    toRows({ field: `${prefix}${member}`, value, isRequired: required.includes(member) }, document),
  );
}

/** A field and, unless they have a heading or a page of their own, the members of its object. */
function toRows(
  { field, value, isRequired }: { field: string; value: Json; isRequired: boolean },
  document: JsonObject,
): readonly (readonly string[])[] {
  const schema = toObject(value);
  const resolved = { ...toObject(resolve(document, value)), ...schema };
  const row = fieldRow({
    title: code(field),
    type: linkOf(schema) ?? typeOf(resolved),
    meaning: prose(toText(resolved.description)),
    details: [...(isRequired ? ['always'] : []), ...limitsOf(resolved)],
  });
  return [row, ...(schema.$ref === undefined ? memberRows(`${field}.`, resolved, document) : [])];
}

/** The type of a field as links to what describes it; undefined when nothing in it is described elsewhere. */
function linkOf(schema: Json | undefined): string | undefined {
  if (!isObject(schema)) return undefined;
  const name = toName(schema.$ref);
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`;
  if (toText(schema.$ref).startsWith('#/components/schemas/Error')) return '[error](./errors/index.md)';
  const entry = linkOf(schema.items) ?? linkOf(schema.additionalProperties);
  if (entry !== undefined) return `${isObject(schema.items) ? 'list' : 'object'} of ${entry}`;
  const choices = toList(schema.oneOf).map(toObject);
  if (choices.every((choice) => linkOf(choice) === undefined)) return undefined;
  return choices.map((choice) => linkOf(choice) ?? typeOf(choice)).join(' or ');
}
