import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { ConformOptions, Profile, Terminal } from '../conform-options.ts';
import { isObject, type Json, type JsonObject } from '../suite/json.ts';
import { UsageError } from '../usage-error.ts';
import { describeFault } from './describe-fault.ts';
import type { DeclaredTarget } from './find-target.ts';

const SCHEMA = join(import.meta.dirname, '../../../conformance/target.schema.json');

/** A target as the caller declares it, with the profile that the file asks for. */
export type NamedTarget = DeclaredTarget & { readonly profile?: Profile };

/** Reads the target file, if any; flags win over it. Throws `UsageError` with one line that says what is wrong where. */
export async function readTarget(
  { targetFile, baseUrl, key, callbackUrl }: ConformOptions,
  { env, closest }: Pick<Terminal, 'env' | 'closest'>,
): Promise<NamedTarget> {
  const file = targetFile === undefined ? {} : await readTargetFile(targetFile, { env, closest });
  const url = baseUrl ?? file.base_url;
  if (url === undefined)
    throw new UsageError('Say which gateway: gatewright conform http://127.0.0.1:8080, or --target FILE.');
  return {
    ...file,
    base_url: url,
    ...(key !== undefined && { keys: { ...file.keys, rich: key } }),
    ...(callbackUrl !== undefined && { callbacks: { ...file.callbacks, public_url: callbackUrl } }),
  };
}

async function readTargetFile(
  file: string,
  { env, closest }: Pick<Terminal, 'env' | 'closest'>,
): Promise<Partial<NamedTarget>> {
  const written = await parseFile(file);
  const filled = fillVariables(written, { env, where: file });
  const schema = JSON.parse(await readFile(SCHEMA, 'utf8')) as JsonObject;
  const validate = new Ajv2020({ strict: false, allErrors: true, verbose: true }).compile<
    Partial<NamedTarget>
  >(schema);
  if (validate(filled)) return Object.assign(filled, { variables: variablesIn(written, env) });
  throw new UsageError(`${file}: ${describeFault(validate.errors ?? [], closest)}`);
}

async function parseFile(file: string): Promise<Json> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    throw new UsageError(`--target ${file}: the file cannot be read.`);
  }
  try {
    return parse(text) as Json;
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
  }
}

/** The names of the variables that strings consist of, by their values. */
function variablesIn(value: Json | undefined, env: Terminal['env']): Readonly<Record<string, string>> {
  if (Array.isArray(value) || isObject(value))
    return Object.assign({}, ...Object.values(value).map((member) => variablesIn(member, env)));
  const [, name = ''] = /^\$\{(\w+)\}$/.exec(String(value)) ?? [];
  return name === '' ? {} : { [env[name] ?? '']: name };
}

/** Replaces `${NAME}` in strings, so that a file needs no keys. */
function fillVariables(
  value: Json | undefined,
  around: { readonly env: Terminal['env']; readonly where: string },
): Json | undefined {
  if (typeof value === 'string')
    return value.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
      const found = around.env[name];
      if (!found) throw new UsageError(`${around.where}: the environment variable ${name} is not set.`);
      return found;
    });
  if (Array.isArray(value)) return value.map((item: Json) => fillVariables(item, around) ?? null);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, fillVariables(member, around)]),
  );
}
