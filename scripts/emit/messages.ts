import type { Emitter, Json, JsonObject } from '../contract/contract.ts';
import { stringList, toEntries, toObject, toText } from '../contract/json.ts';
import { ContractError } from '../contract/problem.ts';
import { findFault } from '../redocly/rules/provenance.ts';
import { toScript } from './banner.ts';

const FILE = 'openapi/messages.yaml';

/** Emits the texts of failures by language and code; every code of the policies has a text in every language. */
export const emitMessages: Emitter = async ({ messages, policies }) => {
  const codes = policyList(policies, 'tasks', 'error_codes');
  const languages = policyList(policies, 'callbacks', 'languages');
  const [fault] = findFaults(messages, { codes, languages });
  if (fault !== undefined) throw new ContractError([{ file: FILE, line: 1, column: 1, message: fault }]);
  const table = Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries(codes.map((code) => [code, textOf(messages[code], language)])),
    ]),
  );
  const text = `/** Texts of failures by language, then by code of the failure (section 6). */
export const messages = ${JSON.stringify(table, null, 2)} as const;
`;
  return [{ path: 'messages.ts', text: toScript(text) }];
};

interface Wanted {
  readonly codes: readonly string[];
  readonly languages: readonly string[];
}

function findFaults(messages: JsonObject, { codes, languages }: Wanted): readonly string[] {
  const strange = Object.keys(messages).filter((code) => !codes.includes(code));
  return [
    ...strange.map((code) => `"${code}" is no code of tasks.error_codes.`),
    ...codes.flatMap((code) => entryFaults(code, toObject(messages[code]), languages)),
  ];
}

function entryFaults(code: string, entry: JsonObject, languages: readonly string[]): readonly string[] {
  const missing = languages.filter((language) => textOf(entry, language).trim() === '');
  const strange = toEntries(entry.texts).flatMap(([language]) =>
    languages.includes(language) ? [] : [language],
  );
  const fault = findFault(entry.provenance);
  return [
    ...missing.map((language) => `"${code}" has no text in "${language}".`),
    ...strange.map((language) => `"${code}" has a text in "${language}", which callbacks.languages lacks.`),
    ...(fault === undefined ? [] : [`"${code}": ${fault.replaceAll('x-provenance', 'provenance')}`]),
  ];
}

function textOf(entry: Json | undefined, language: string): string {
  return toText(toObject(toObject(entry).texts)[language]);
}

function policyList(policies: JsonObject, group: string, name: string): readonly string[] {
  return stringList(toObject(toObject(policies[group])[name]).value);
}
