import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ConformOptions, Profile, Terminal } from '../conform-options.ts';
import { isObject, type Json, type JsonObject, mapStrings } from '../suite/json.ts';
import { readYamlOption } from '../suite/read-yaml-option.ts';
import { UsageError } from '../usage-error.ts';
import { describeFault } from './describe-fault.ts';
import type { DeclaredTarget } from './find-target.ts';

const SCHEMA = join(import.meta.dirname, '../../../conformance/target.schema.json');

/** A declared target, with the profile that the target file selects. */
export type NamedTarget = DeclaredTarget & { readonly profile?: Profile };

/** Reads the target file, if any; flags override it. Throws a `UsageError` that says in one line what is wrong and where. */
export async function readTarget(
  { targetFile, baseUrl, key, callbackUrl }: ConformOptions,
  { env, didYouMean }: Pick<Terminal, 'env' | 'didYouMean'>,
): Promise<NamedTarget> {
  const file = targetFile === undefined ? {} : await readTargetFile(targetFile, { env, didYouMean });
  const url = baseUrl ?? file.base_url;
  if (url === undefined)
    throw new UsageError('Specify a gateway: gatewright conform http://127.0.0.1:8080, or --target FILE.');
  return {
    ...file,
    base_url: url.replace(/\/$/, ''),
    ...(key !== undefined && { keys: { ...file.keys, rich: key }, isKeyGiven: true }),
    ...(callbackUrl !== undefined && { callbacks: { ...file.callbacks, public_url: callbackUrl } }),
  };
}

async function readTargetFile(
  file: string,
  { env, didYouMean }: Pick<Terminal, 'env' | 'didYouMean'>,
): Promise<Partial<NamedTarget>> {
  const written = (await readYamlOption('target', file)) as Json;
  const filled = fillVariables(written, file, env);
  const schema = JSON.parse(await readFile(SCHEMA, 'utf8')) as JsonObject;
  const validate = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    validateSchema: false,
    formats: { uri: URL.canParse },
  }).compile<Partial<NamedTarget>>(schema);
  if (validate(filled)) return Object.assign(filled, { variables: variablesIn(written, env) });
  throw new UsageError(`${file}: ${describeFault(validate.errors ?? [], didYouMean)}`);
}

/** The environment variables that make up whole strings: names by value. */
function variablesIn(value: Json | undefined, env: Terminal['env']): Readonly<Record<string, string>> {
  if (Array.isArray(value) || isObject(value))
    return Object.assign({}, ...Object.values(value).map((member) => variablesIn(member, env)));
  const [, name = ''] = /^\$\{(\w+)\}$/.exec(String(value)) ?? [];
  return name === '' ? {} : { [env[name] ?? '']: name };
}

/** Replaces `${NAME}` in strings, so that a target file does not need to contain keys. */
function fillVariables(value: Json, file: string, env: Terminal['env']): Json | undefined {
  return mapStrings(value, (text) =>
    text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
      const found = env[name];
      if (!found) throw new UsageError(`${file}: the environment variable ${name} is not set.`);
      return found;
    }),
  );
}
