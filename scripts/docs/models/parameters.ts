import type { Contract, Json, JsonObject, ModelSource } from '../../contract/contract.ts';
import { isObject, resolve, stringList, toEntries, toList, toObject, toText } from '../../contract/json.ts';
import { code, codes, number, paragraphs, prose, table } from '../markdown.ts';

/** The parameters of a model as a table, and what the table cannot say. */
export function describeParameters(model: ModelSource): string {
  const { requestSchema, vocabulary } = model;
  const required = stringList(requestSchema.required);
  const rows = toEntries(requestSchema.properties)
    .filter(([, schema]) => schema !== false)
    .flatMap(([name, schema]) => rowsOf(name, toObject(schema), required.includes(name)));
  const rules = toList(vocabulary['x-validations']).map(
    (rule) => `- ${prose(toText(toObject(rule).message))}.`,
  );
  const forbidden = toEntries(vocabulary['x-forbidden']).map(
    ([name, why]) => `- ${code(name)}: ${prose(toText(toObject(why).message))}.`,
  );
  return paragraphs([
    `<div class="parameters">\n\n${table(['Parameter', 'Meaning and limits'], rows)}\n\n</div>`,
    toObject(vocabulary['x-model']).operation === 'chat_completion'
      ? 'Other fields are accepted and have no effect.'
      : 'Other fields are accepted, kept with the task, and have no effect.',
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
    rowsOf(name, toObject(resolve(document, member)), required.includes(name)),
  );
  return `<div class="parameters">\n\n${table(['Parameter', 'Meaning and limits'], rows)}\n\n</div>`;
}

type Row = readonly string[];

function rowsOf(name: string, schema: JsonObject, isRequired: boolean): readonly Row[] {
  const inner = toEntries(schema.properties).flatMap(([member, value]) =>
    isObject(value) ? [toRow(`${name}.${member}`, value, stringList(schema.required).includes(member))] : [],
  );
  return [toRow(name, schema, isRequired), ...inner];
}

function toRow(name: string, schema: JsonObject, isRequired: boolean): Row {
  const { description, default: usual } = schema;
  const details = [...limitsOf(schema), ...(usual === undefined ? [] : [`default ${code(usual)}`])].join(
    '; ',
  );
  const meaning = prose(toText(description));
  return [
    `${code(name)}${isRequired ? ' <Badge type="tip" text="required" />' : ''}<br>${detail(typeOf(schema))}`,
    details === '' ? meaning : `${meaning}<br>${detail(details)}`,
  ];
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
  return [
    ...choicesOf(schema),
    ...range(minimum, maximum, ''),
    ...(typeof exclusiveMinimum === 'number' ? [`more than ${number(exclusiveMinimum)}`] : []),
    ...(typeof exclusiveMaximum === 'number' ? [`less than ${number(exclusiveMaximum)}`] : []),
    ...range(
      minItems,
      maxItems,
      maxItems === 1 || (minItems === 1 && maxItems === undefined) ? ' entry' : ' entries',
    ),
    ...(minLength === 1 && maxLength === undefined
      ? ['not empty']
      : range(minLength, maxLength, ' characters')),
    ...(schema.uniqueItems === true ? ['no entry twice'] : []),
  ];
}

function choicesOf({ enum: choices, const: only, 'x-extensible-enum': open }: JsonObject): readonly string[] {
  const isSpelling = (value: Json, index: number, all: readonly Json[]) =>
    all.findIndex((other) => String(other).toUpperCase() === String(value).toUpperCase()) !== index;
  const distinct = (values: readonly Json[]) =>
    values.filter((value, index, all) => value !== null && !isSpelling(value, index, all));
  if (only !== undefined) return [`only ${code(only)}`];
  if (Array.isArray(choices)) return [codes(distinct(choices))];
  return Array.isArray(open) ? [`such as ${codes(distinct(open))}`] : [];
}

function range(min: Json | undefined, max: Json | undefined, unit: string): readonly string[] {
  if (typeof min === 'number' && typeof max === 'number')
    return min === max ? [`exactly ${number(min)}${unit}`] : [`${number(min)} to ${number(max)}${unit}`];
  if (typeof min === 'number') return [`at least ${number(min)}${unit}`];
  return typeof max === 'number' ? [`at most ${number(max)}${unit}`] : [];
}
