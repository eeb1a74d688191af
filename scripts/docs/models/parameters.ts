import type { Contract, Json, JsonObject, ModelSource } from '../../contract/contract.ts';
import { isObject, resolve, stringList, toEntries, toList, toObject, toText } from '../../contract/json.ts';
import { code, codes, number, paragraphs, prose, range, table } from '../markdown.ts';

const HEAD = ['Parameter', 'Meaning and limits'];

/** The parameters of a model as a table, and what the table cannot say. */
export function describeParameters(model: ModelSource): string {
  const { requestSchema, vocabulary } = model;
  const required = stringList(requestSchema.required);
  const rows = toEntries(requestSchema.properties)
    .filter(([, schema]) => schema !== false)
    .flatMap(([name, schema]) =>
      rowsOf({ name, schema, isRequired: required.includes(name) }, requestSchema),
    );
  const rules = toList(vocabulary['x-validations']).map(
    (rule) => `- ${prose(toText(toObject(rule).message))}.`,
  );
  // Each message begins with the name of its parameter.
  const forbidden = toEntries(vocabulary['x-forbidden']).map(
    ([name, why]) => `- ${prose(toText(toObject(why).message).replace(name, `\`${name}\``))}.`,
  );
  return paragraphs([
    fieldTable(HEAD, rows),
    toObject(vocabulary['x-model']).operation === 'chat_completion'
      ? 'Other fields are accepted; in the mock and the reference gateway they have no effect.'
      : 'Other fields are accepted and passed to the model as `metadata`; in the mock and the reference gateway they have no effect.',
    rules.length > 0 ? `### Rules between parameters\n\n${rules.join('\n')}` : undefined,
    forbidden.length > 0 ? `### Refused parameters\n\n${forbidden.join('\n')}` : undefined,
  ]);
}

/** The parameters at the further endpoints of a model, by endpoint; undefined for a model with one. */
export function describeFurtherEndpoints(
  { vocabulary }: ModelSource,
  { document }: Pick<Contract, 'document'>,
): string | undefined {
  const [, ...further] = stringList(toObject(vocabulary['x-model']).endpoints);
  if (further.length === 0) return undefined;
  return paragraphs(further.map((path) => `### At POST ${path}\n\n${parametersAt(path, document)}`));
}

function parametersAt(path: string, document: JsonObject): string {
  const { post } = toObject(toObject(document.paths)[path]);
  const { content } = toObject(toObject(post).requestBody);
  const schema = toObject(resolve(document, toObject(toObject(content)['application/json']).schema));
  const required = stringList(schema.required);
  const rows = toEntries(schema.properties).flatMap(([name, member]) =>
    rowsOf({ name, schema: member, isRequired: required.includes(name) }, document),
  );
  return fieldTable(HEAD, rows);
}

type Row = readonly string[];

interface Field {
  /** With the names of what it is in: `messages[].role`. */
  readonly name: string;
  readonly schema: Json | undefined;
  readonly isRequired: boolean;
}

/** A field and everything in it; references lead into the document. */
function rowsOf({ name, schema, isRequired }: Field, document: JsonObject): readonly Row[] {
  const resolved = toObject(resolve(document, schema));
  return [toRow(name, resolved, isRequired), ...innerRows(name, resolved, document)];
}

function innerRows(name: string, schema: JsonObject, document: JsonObject): readonly Row[] {
  const required = stringList(schema.required);
  const members = toEntries(schema.properties)
    .filter(([, value]) => isObject(value))
    .flatMap(([member, value]) =>
      rowsOf({ name: `${name}.${member}`, schema: value, isRequired: required.includes(member) }, document),
    );
  const branches = [schema.oneOf, schema.anyOf]
    .flatMap(toList)
    .flatMap((branch) => innerRows(name, toObject(resolve(document, branch)), document));
  const items = isObject(schema.items)
    ? innerRows(`${name}[]`, toObject(resolve(document, schema.items)), document)
    : [];
  return [...members, ...branches, ...items];
}

function toRow(name: string, schema: JsonObject, isRequired: boolean): Row {
  const { description, deprecated, default: usual } = schema;
  const badges = [
    ...(isRequired ? [' <Badge type="tip" text="required" />'] : []),
    ...(deprecated === true ? [' <Badge type="warning" text="deprecated" />'] : []),
  ];
  return fieldRow({
    title: code(name) + badges.join(''),
    type: typeOf(schema),
    meaning: prose(toText(description)),
    details: [...limitsOf(schema), ...(usual === undefined ? [] : [`default ${code(usual)}`])],
  });
}

/** The row of a field in a table; its parts are Markdown. */
export function fieldRow({
  title,
  type,
  meaning,
  details,
}: {
  title: string;
  type: string;
  meaning: string;
  details: readonly string[];
}): Row {
  return [
    `${title}<br>${detail(type)}`,
    details.length === 0 ? meaning : `${meaning}<br>${detail(details.join('; '))}`,
  ];
}

/** A table of fields that is readable on a narrow screen. */
export function fieldTable(head: readonly string[], rows: readonly Row[]): string {
  return `<div class="parameters">\n\n${table(head, rows)}\n\n</div>`;
}

function detail(text: string): string {
  return `<span class="detail">${text}</span>`;
}

/** The type in a word or two; `any` when the schema says nothing. */
export function typeOf(schema: JsonObject): string {
  const choices = [schema.oneOf, schema.anyOf].flatMap(toList).filter(isObject);
  const types = [schema.type, ...choices.map(({ type }) => type)]
    .flat()
    .filter((type) => typeof type === 'string' && type !== 'null');
  const [first, ...others] = [...new Set(types)];
  if (first === undefined) return 'any';
  if (first !== 'array') return [first, ...others].join(' or ');
  const items = typeOf(toObject(schema.items));
  return [items === 'any' ? 'list' : `list of ${items}s`, ...others].join(' or ');
}

/** What a schema demands, in words. */
export function limitsOf(schema: JsonObject): readonly string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minItems, maxItems, minLength, maxLength } =
    schema;
  const { multipleOf, items } = schema;
  return [
    ...choicesOf(schema),
    ...bounds(minimum, maximum, ''),
    ...(typeof exclusiveMinimum === 'number' ? [`more than ${number(exclusiveMinimum)}`] : []),
    ...(typeof exclusiveMaximum === 'number' ? [`less than ${number(exclusiveMaximum)}`] : []),
    ...(typeof multipleOf === 'number' ? [`a multiple of ${number(multipleOf)}`] : []),
    ...bounds(
      minItems,
      maxItems,
      maxItems === 1 || (minItems === 1 && maxItems === undefined) ? ' entry' : ' entries',
    ),
    ...(minLength === 1 && maxLength === undefined
      ? ['not empty']
      : bounds(minLength, maxLength, ' characters')),
    ...(schema.uniqueItems === true ? ['no entry twice'] : []),
    ...(isObject(items) ? limitsOf(items).map((limit) => `each ${limit}`) : []),
  ];
}

function choicesOf({ enum: choices, const: only, 'x-extensible-enum': open }: JsonObject): readonly string[] {
  const listed = (values: readonly Json[]) =>
    codes(distinctChoices(values).filter((value) => value !== null));
  if (only !== undefined) return [`only ${code(only)}`];
  if (Array.isArray(choices)) return [listed(choices)];
  return Array.isArray(open) ? [`such as ${listed(open)}`] : [];
}

/** Without `1k` after `1K`; ids such as `sx-5.0-lite` and `Sx-5.0-lite` are all listed. */
export function distinctChoices(values: readonly Json[]): readonly Json[] {
  return values.filter((value, index) => {
    const text = String(value);
    const isLowercase = (other: Json) => String(other) !== text && String(other).toLowerCase() === text;
    return !values.slice(0, index).some(isLowercase);
  });
}

function bounds(min: Json | undefined, max: Json | undefined, unit: string): readonly string[] {
  if (typeof min === 'number' && min === max) return [`exactly ${number(min)}${unit}`];
  return [range({ min, max }, unit)].filter((said) => said !== undefined);
}
