import type { Emitter } from '../../contract/contract.ts';
import {
  failureText,
  findTextFaults,
  MESSAGES_FILE,
  wantedTexts,
} from '../../contract/lint/policies/failure-texts.ts';
import { atTop, ContractError } from '../../contract/problem.ts';
import { toScript } from '../banner.ts';

/** Emits the texts of failures by language and code; every code of the policies has a text in every language. */
export const emitMessages: Emitter = async ({ messages, policies }) => {
  const [fault] = findTextFaults(messages, policies);
  if (fault !== undefined) throw new ContractError([atTop(MESSAGES_FILE, fault.message)]);
  const { codes, languages } = wantedTexts(policies);
  const table = Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries(codes.map((code) => [code, failureText(messages[code], language)])),
    ]),
  );
  const text = `/** Failure texts by language, then by error code (section 6). */
export const messages = ${JSON.stringify(table, null, 2)} as const;
`;
  return [{ path: 'messages.ts', text: toScript(text) }];
};
