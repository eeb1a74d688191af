import type { Json } from '../../contract.ts';
import { isObject } from '../../json.ts';
import { MESSAGE } from '../../keywords.ts';
import type { Finding, LintRule } from '../problem.ts';
import { listSchemas } from './walk-schema.ts';

/** Every `pattern` of a request has a message in words: clients are never shown a regular expression. */
export const patternsHaveMessages: LintRule = ({ models, parts }) =>
  [...models, ...parts].flatMap(({ file, source }) => findSilent(file, source));

function findSilent(file: string, source: Json): readonly Finding[] {
  return listSchemas(source).flatMap(({ schema, pointer, isCondition }) => {
    if (isCondition || !isObject(schema) || typeof schema.pattern !== 'string') return [];
    if (typeof schema[MESSAGE] === 'string' && schema[MESSAGE].trim() !== '') return [];
    const message = `The pattern needs ${MESSAGE} next to it: what it requires, in words and with an example, such as "must be an http(s) URL, such as https://images.example.com/boat.png".`;
    return [{ file, pointer: `${pointer}/pattern`, message }];
  });
}
