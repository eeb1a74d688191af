import { expect, test } from 'vitest';
import { messages } from '../../../generated/messages.ts';
import { policies } from '../../../generated/policies.ts';
import { createMessageTranslator } from '../../../src/adapters/platform/create-message-translator.ts';
import { detectLanguage } from '../../../src/gateway/language/detect-language.ts';

const failure = { code: 'expired', message: 'Out of time.', type: 'server_error' };

test.each([
  ['en', 'The task was not finished in time and has expired. You were not charged.'],
  ['zh', '任务未能按时完成，已过期，未产生任何费用。'],
  ['ja', 'タスクは時間内に完了せず、期限切れになりました。料金は発生していません。'],
  ['ko', '작업이 제시간에 완료되지 않아 만료되었습니다. 요금은 청구되지 않았습니다.'],
  ['ru', 'Задача не была выполнена вовремя, и срок её действия истёк. Плата не взималась.'],
  ['fr', "La tâche n'a pas été terminée à temps et a expiré. Rien ne vous a été facturé."],
  ['de', 'Die Aufgabe wurde nicht rechtzeitig fertig und ist abgelaufen. Es wurde nichts berechnet.'],
  ['id', 'Tugas tidak selesai tepat waktu dan telah kedaluwarsa. Anda tidak dikenai biaya.'],
  ['pt', 'A tarefa não foi concluída a tempo e expirou. Nada foi cobrado.'],
  ['es', 'La tarea no terminó a tiempo y ha caducado. No se le ha cobrado nada.'],
] as const)('translates into %s', async (language, want) => {
  expect(await createMessageTranslator().translate(failure, language)).toBe(want);
});

test.each(['gremlins', '', '__proto__', 'constructor', 'expired.deep', 'translation:expired'])(
  'keeps the text of the unknown code %j',
  async (code) => {
    expect(await createMessageTranslator().translate({ ...failure, code }, 'zh')).toBe('Out of time.');
  },
);

test('has a separate text for every code in every language', () => {
  expect(Object.keys(messages)).toEqual(['en', 'zh', 'ja', 'ko', 'ru', 'fr', 'de', 'id', 'pt', 'es']);
  const texts = Object.values(messages).flatMap((byCode) => Object.values(byCode));
  expect(new Set(texts)).toHaveLength(10 * policies.tasks.error_codes.length);
});

test('has texts whose language can be detected', () => {
  const told = Object.entries(messages).map(([language, byCode]) => [
    language,
    ...new Set(Object.values(byCode).map(detectLanguage)),
  ]);
  expect(told).toEqual(policies.callbacks.languages.map((language) => [language, language]));
});
