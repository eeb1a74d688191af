import { _, Ajv2020, type CodeKeywordDefinition, type KeywordErrorDefinition } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { Contract, JsonObject } from '../../contract/contract.ts';
import { toAcceptedSchema } from '../documents/accepted-requests.ts';
import { requestSchemas } from './requests.ts';

/** Schemas by key, for each table of validators. */
export type ValidatorTables = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

/** The schemas that request bodies are validated against. */
export function validatorTables({
  document,
  models,
}: Pick<Contract, 'document' | 'models'>): ValidatorTables {
  const requests = Object.entries(requestSchemas(document));
  return {
    modelValidators: Object.fromEntries(
      models.map(({ id, requestSchema }) => [id, toAcceptedSchema(requestSchema)]),
    ),
    requestValidators: Object.fromEntries(requests.map(([id, schema]) => [id, toAcceptedSchema(schema)])),
  };
}

/** Errors of `not` name the pattern that it excludes, so that its message can be found. */
function namePatterns(ajv: Ajv2020): void {
  const definition = ajv.getKeyword('not');
  if (typeof definition === 'boolean' || !('code' in definition)) return;
  const error: KeywordErrorDefinition = {
    message: 'must NOT be valid',
    params: ({ schema }) => (typeof schema.pattern === 'string' ? _`{pattern: ${schema.pattern}}` : _`{}`),
  };
  ajv.removeKeyword('not').addKeyword({ ...definition, keyword: 'not', error });
}

/** What ajv counts characters with at run time. */
const CHARACTERS = _`require("ajv/dist/runtime/ucs2length").default`;

/** Tells by its code units whether a text is too long or too short where these suffice: a body may have texts of many megabytes. */
function countQuickly(ajv: Ajv2020): void {
  const definition = ajv.getKeyword('maxLength');
  if (typeof definition === 'boolean' || !('code' in definition)) return;
  const code: CodeKeywordDefinition['code'] = (context) => {
    const { keyword, data, gen } = context;
    const limit = Number(context.schema);
    const characters = gen.scopeValue('func', { ref: CHARACTERS, code: CHARACTERS });
    context.fail(
      keyword === 'maxLength'
        ? _`${data}.length > ${limit} && (${data}.length > ${2 * limit} || ${characters}(${data}) > ${limit})`
        : _`${data}.length < ${2 * limit} && ${characters}(${data}) < ${limit}`,
    );
  };
  for (const keyword of ['maxLength', 'minLength'])
    ajv.removeKeyword(keyword).addKeyword({ ...definition, $data: false, keyword, code });
}

/** Compiles one ajv validator per schema to a script in which `require` has to give what ajv needs at run time. */
export function requiringValidators(tables: ValidatorTables): string {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    strictTuples: false,
    keywords: ['x-extensible-enum', 'x-model-tools', 'x-members-by-type', 'discriminator'],
    code: { source: true, esm: true, lines: false },
  });
  namePatterns(ajv);
  countQuickly(ajv);
  const exports: Record<string, string> = {};
  const compile = ([key, schema]: readonly [string, JsonObject]) => {
    const name = `validator${Object.keys(exports).length}`;
    ajv.addSchema(schema, name);
    exports[name] = name;
    return `${JSON.stringify(key)}: ${name}`;
  };
  const lines = Object.entries(tables).map(
    ([table, schemas]) => `export const ${table} = {${Object.entries(schemas).map(compile).join(', ')}};`,
  );
  return [standaloneCode.default(ajv, exports), ...lines].join('\n');
}
