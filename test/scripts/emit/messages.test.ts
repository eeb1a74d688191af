import { expect, test } from 'vitest';
import type { JsonObject } from '../../../scripts/contract/contract.ts';
import { emitMessages } from '../../../scripts/emit/tables/messages.ts';

const policies = {
  tasks: { error_codes: { value: ['lost', 'late'] } },
  callbacks: { languages: { value: ['en', 'de'] } },
};
const provenance = { choice: 'a text of ours' };
const lost = { texts: { en: 'It is lost.', de: 'Es ist weg.' }, provenance };
const late = { texts: { en: "It's late.", de: 'Es ist spät.' }, provenance };

const emit = (messages: JsonObject) =>
  emitMessages({ root: '', document: {}, models: [], policies, errors: {}, messages });

test('emits the texts by language and code', async () => {
  const [file] = await emit({ lost, late });
  expect(file?.path).toBe('messages.ts');
  const [, table = ''] = /export const messages = (\{.*\}) as const;/s.exec(file?.text ?? '') ?? [];
  expect(JSON.parse(table)).toEqual({
    en: { lost: 'It is lost.', late: "It's late." },
    de: { lost: 'Es ist weg.', late: 'Es ist spät.' },
  });
});

test.each([
  ['a code without texts', { lost }, '"late" has no text in "en".'],
  ['a missing language', { lost, late: { ...late, texts: { en: 'x' } } }, '"late" has no text in "de".'],
  ['an empty text', { lost, late: { ...late, texts: { en: ' ', de: 'x' } } }, '"late" has no text in "en".'],
  ['a strange code', { lost, late, gone: lost }, '"gone" is not in tasks.error_codes.'],
  [
    'a strange language',
    { lost, late: { ...late, texts: { ...late.texts, it: 'x' } } },
    '"late" has a text in "it", which callbacks.languages lacks.',
  ],
  ['no provenance', { lost, late: { texts: late.texts } }, '"late": provenance is missing'],
])('refuses %s', async (_name, messages, want) => {
  await expect(emit(messages)).rejects.toThrow(`openapi/messages.yaml:1:1: ${want}`);
});
