import type { Json, JsonObject } from '../../contract/contract.ts';
import { stringList, toEntries, toList, toObject, toText } from '../../contract/json.ts';
import { isRecord, nameObjects, type TypeWords, typeName } from '../named-types.ts';
import { findSdkOperation, SUBMISSIONS, schemaNameOf } from '../sdk-document.ts';
import { SdkError } from '../sdk-error.ts';
import { toSnake } from './names.ts';
import { constructorOf, setter } from './request-methods.ts';

/** A member of a struct. */
export interface Field {
  /** In JSON. */
  readonly member: string;
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly about: string;
  /** The only value of the member `model` in the request of a model. */
  readonly constant: string | undefined;
}

/**
 * The module of types: a struct for each object; requests have a constructor and setters, responses keep members that are
 * added later. Simple types and unions are written in place.
 */
export function typesModule(document: JsonObject): string {
  const context = toContext(document);
  const { schemas } = context;
  const structs = toEntries(schemas).flatMap(([name, schema]) =>
    isRecord(schema) ? [toStruct(name, context)] : [],
  );
  return `//! The types of the contract.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::text_or::{TextOr, or_default};

${structs.join('\n\n')}
`;
}

/** What types are made from. */
export interface Context {
  readonly schemas: JsonObject;
  /** Names of requests that are for one model. */
  readonly models: ReadonlySet<string>;
}

/** What the module of types names. */
const USED_NAMES = new Set('BTreeMap Default Map Option Self String TextOr Value Vec'.split(' '));

/** The context of the types in an SDK document. */
export function toContext(document: JsonObject): Context {
  const submissions = SUBMISSIONS.map((id) => findSdkOperation(document, id));
  return { schemas: nameObjects(document), models: new Set(submissions.flatMap(({ requests }) => requests)) };
}

/** The struct of an object. */
function toStruct(name: string, context: Context): string {
  if (USED_NAMES.has(name)) throw new SdkError(`Rust has a type ${name}: give the model another name.`);
  const { additionalProperties, description } = toObject(context.schemas[name]);
  const fields = listFields(name, context);
  const isRequest = additionalProperties === undefined;
  const struct = isRequest ? requestStruct(name, fields) : responseStruct(name, fields);
  return `${comment(toText(description))}${struct}`;
}

/** The members of a struct. */
export function listFields(name: string, { schemas, models }: Context): readonly Field[] {
  const { properties, required } = toObject(schemas[name]);
  return toEntries(properties).map(([member, property]) => ({
    member,
    name: toSnake(member),
    type: typeName(property, schemas, WORDS),
    isRequired: stringList(required).includes(member) && !isNullable(property),
    about: describe(toObject(property), schemas),
    constant: member === 'model' && models.has(name) ? stringList(toObject(property).enum)[0] : undefined,
  }));
}

const WORDS: TypeWords = {
  simple: { string: 'String', integer: 'i64', number: 'f64', boolean: 'bool' },
  any: 'Value',
  record: (name) => name,
  list: (item) => `Vec<${item}>`,
  map: (value) => (value === undefined ? 'Map<String, Value>' : `BTreeMap<String, ${value}>`),
  textOr: (other) => `TextOr<${other}>`,
};

/** `null` for a member that is required counts as absent. */
function responseStruct(name: string, fields: readonly Field[]): string {
  return `#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ${name} {
${fields.map((field) => toMember(field, ['deserialize_with = "or_default"'])).join('')}/// Members that are not known here.
#[serde(flatten)]
pub extra: Map<String, Value>,
}`;
}

function requestStruct(name: string, fields: readonly Field[]): string {
  const isConstant = fields.some(({ constant }) => constant !== undefined);
  return `#[must_use = "nothing is sent before it is passed to a client"]
#[derive(Clone, Debug, ${isConstant ? '' : 'Default, '}PartialEq, Serialize)]
pub struct ${name} {
${fields.map((field) => toMember(field, [])).join('')}}

impl ${name} {
${constructorOf(fields)}
${fields.map(setter).join('\n')}
}${isConstant ? defaultOf(name, fields) : ''}`;
}

function defaultOf(name: string, fields: readonly Field[]): string {
  const values = fields.map((field) =>
    field.constant === undefined
      ? `${field.name}: Default::default(),`
      : `${field.name}: ${JSON.stringify(field.constant)}.to_owned(),`,
  );
  return `

impl Default for ${name} {
fn default() -> Self {
Self {
${values.join('\n')}
}
}
}`;
}

function toMember({ member, name, type, isRequired, about }: Field, ifRequired: readonly string[]): string {
  const settings = [
    ...(member === name ? [] : [`rename = ${JSON.stringify(member)}`]),
    ...(isRequired ? ifRequired : ['skip_serializing_if = "Option::is_none"']),
  ];
  const attribute = settings.length > 0 ? `#[serde(${settings.join(', ')})]\n` : '';
  return `${comment(about)}${attribute}pub ${name}: ${isRequired ? type : `Option<${type}>`},\n`;
}

/** Its own words, or those of its type; and the values of a text. */
function describe(property: JsonObject, schemas: JsonObject): string {
  const target = toObject(schemas[schemaNameOf(property)]);
  const text = toText(property.description) || toText(target.description);
  const values = stringList(property.enum ?? target.enum);
  const listed = values.map((value) => `\`${value}\``).join(', ');
  return values.length < 2 ? text : `${text} One of ${listed}.`.trim();
}

function isNullable(value: Json): boolean {
  return toList(toObject(value).type).includes('null');
}

function comment(text: string): string {
  return text
    .split('\n')
    .filter((line, index) => line !== '' || index > 0)
    .map((line) => `/// ${line}`.trimEnd())
    .join('\n')
    .concat(text === '' ? '' : '\n');
}
