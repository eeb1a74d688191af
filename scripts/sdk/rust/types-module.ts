import type { Json, JsonObject } from '../../contract/contract.ts';
import { schemasOf } from '../../contract/documents/parts.ts';
import { isObject, stringList, toEntries, toList, toObject, toText } from '../../contract/json.ts';
import { findSdkOperation, SUBMISSIONS, schemaNameOf } from '../sdk-document.ts';
import { SdkError } from '../sdk-error.ts';
import { toPascal } from '../to-pascal.ts';
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
 * The module of types: a struct for each object, requests with a constructor and setters, responses with the members that are added later. Simple types and
 * unions are in their places.
 */
export function typesModule(document: JsonObject): string {
  const context = toContext(document);
  const { schemas } = context;
  const structs = toEntries(schemas).flatMap(([name, schema]) =>
    isObject(toObject(schema).properties) ? toStructs(name, toObject(schema), context) : [],
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

/** Of an SDK document. */
export function toContext(document: JsonObject): Context {
  const submissions = SUBMISSIONS.map((id) => findSdkOperation(document, id));
  return { schemas: schemasOf(document), models: new Set(submissions.flatMap(({ requests }) => requests)) };
}

/** The struct of an object, and those of the objects within. */
function toStructs(name: string, schema: JsonObject, context: Context): readonly string[] {
  if (USED_NAMES.has(name)) throw new SdkError(`Rust has a type ${name}: give the model another name.`);
  const { fields, nested } = listFields(name, schema, context);
  const isRequest = schema.additionalProperties === undefined;
  const struct = isRequest ? requestStruct(name, fields) : responseStruct(name, fields);
  return [`${comment(toText(schema.description))}${struct}`, ...nested];
}

/** The members of a struct, and the structs that they need. */
export function listFields(
  name: string,
  schema: JsonObject,
  context: Context,
): { readonly fields: readonly Field[]; readonly nested: readonly string[] } {
  const inner: string[] = [];
  const required = stringList(schema.required);
  const fields = toEntries(schema.properties).map(([member, property]): Field => {
    const { type, nested } = toType(property, name + toPascal(member), context);
    inner.push(...nested);
    return {
      member,
      name: toSnake(member),
      type,
      isRequired: required.includes(member) && !isNullable(property),
      about: describe(toObject(property), context),
      constant:
        member === 'model' && context.models.has(name) ? stringList(toObject(property).enum)[0] : undefined,
    };
  });
  return { fields, nested: inner };
}

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

interface Typed {
  readonly type: string;
  /** Structs that the type needs. */
  readonly nested: readonly string[];
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'String',
  integer: 'i64',
  number: 'f64',
  boolean: 'bool',
};

function toType(value: Json | undefined, name: string, context: Context): Typed {
  const schema = toObject(value);
  const target = schemaNameOf(schema);
  if (target !== '') {
    const named = toObject(context.schemas[target]);
    return isObject(named.properties) ? plain(target) : toType(named, target, context);
  }
  const [type = ''] = [schema.type].flat().filter((one) => one !== 'null');
  if (Array.isArray(schema.oneOf)) return toUnion(schema.oneOf, name, context);
  if (type === 'array') return within('Vec', toType(schema.items, `${name}Item`, context));
  if (isObject(schema.properties)) return { type: name, nested: toStructs(name, schema, context) };
  const { additionalProperties: values } = schema;
  if (isObject(values)) return within('BTreeMap', toType(values, `${name}Value`, context), 'String, ');
  if (type === 'object') return plain('Map<String, Value>');
  return plain(SIMPLE[toText(type)] ?? 'Value');
}

function plain(type: string): Typed {
  return { type, nested: [] };
}

function within(outer: string, { type, nested }: Typed, key = ''): Typed {
  return { type: `${outer}<${key}${type}>`, nested };
}

/** A text or something else has a type; any other union is JSON. */
function toUnion([text, other, ...more]: readonly Json[], name: string, context: Context): Typed {
  const isText = toObject(text).type === 'string' && other !== undefined && more.length === 0;
  return isText ? within('TextOr', toType(other, name, context)) : plain('Value');
}

/** Its own words, or those of its type; and the values of a text. */
function describe(property: JsonObject, { schemas }: Context): string {
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
