import { findFault } from '../../../redocly/rules/provenance.ts';
import type { Json, JsonObject } from '../../contract.ts';
import { stringList, toEntries, toObject, toText } from '../../json.ts';
import { type FindingInFile, type LintRule, toStep } from '../problem.ts';

/** The file of failure texts. */
export const MESSAGES_FILE = 'openapi/messages.yaml';

/** Every failure code of a task has a text in every callback language, and there are no others. */
export const failuresHaveTexts: LintRule = ({ messages: { file, source }, policies }) =>
  findTextFaults(source, policies.source).map((fault) => ({ file, ...fault }));

/** The errors in the failure texts, given the codes and languages of the policies. */
export function findTextFaults(messages: JsonObject, policies: JsonObject): readonly FindingInFile[] {
  const { codes, languages } = wantedTexts(policies);
  const strange = Object.keys(messages).filter((code) => !codes.includes(code));
  return [
    ...strange.map((code) => ({
      pointer: `/${toStep(code)}`,
      message: `"${code}" is not in tasks.error_codes.`,
    })),
    ...codes.flatMap((code) =>
      entryFaults(code, toObject(messages[code]), languages).map((message) => ({
        pointer: `/${toStep(code)}`,
        message,
      })),
    ),
  ];
}

/** Failure codes and callback languages, from the policies. */
export function wantedTexts(policies: JsonObject) {
  const listOf = (group: string, name: string) => stringList(toObject(toObject(policies[group])[name]).value);
  return { codes: listOf('tasks', 'error_codes'), languages: listOf('callbacks', 'languages') };
}

/** The text of a failure in a language; empty when there is none. */
export function failureText(entry: Json | undefined, language: string): string {
  return toText(toObject(toObject(entry).texts)[language]);
}

function entryFaults(code: string, entry: JsonObject, languages: readonly string[]): readonly string[] {
  const missing = languages.filter((language) => failureText(entry, language).trim() === '');
  const strange = toEntries(entry.texts).flatMap(([language]) =>
    languages.includes(language) ? [] : [language],
  );
  const fault = findFault(entry.provenance, 'provenance');
  return [
    ...missing.map((language) => `"${code}" has no text in "${language}".`),
    ...strange.map((language) => `"${code}" has a text in "${language}", which callbacks.languages lacks.`),
    ...(fault === undefined ? [] : [`"${code}": ${fault}`]),
  ];
}
