import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/gateway/ports/media/engine.ts';
import { at } from '../../support/open-wire.ts';
import { shells } from '../../support/shells.ts';
import { startReceiver } from './callback-receiver.ts';
import { openCallbacks } from './open-callbacks.ts';

const boat = { model: 'sx-5-0-pro', prompt: 'A paper boat' };

/** An engine whose every task fails with a text. */
function failWith(message: string, code = 'task_failed'): Engine {
  return {
    plan: () => [{ width: 1024, height: 1024, tier: '1K' }],
    run: async () => ({
      kind: 'failed',
      error: { code, message, type: 'server_error', param: '/image_urls/0' },
    }),
  };
}

const english = 'The task failed. You were not charged.';
const chinese = '任务失败，未产生任何费用。';
const french = 'La tâche a échoué. Rien ne vous a été facturé.';
const german = 'Die Aufgabe ist fehlgeschlagen. Es wurde nichts berechnet.';

describe.each(shells)('through the $name shell', (shell) => {
  test('translates the failure text of a callback and nothing else', async () => {
    await using receiver = await startReceiver();
    await using wire = await openCallbacks(shell, { ports: { engine: failWith(english) } });
    const id = await wire.submit({ ...boat, webhook: receiver.origin, language: 'zh' });
    await wire.advance(90);
    await wire.sent(1);
    const polled = await wire.get(`/v1/tasks/${id}`);
    expect(at(polled.body, 'error', 'message')).toBe(english);
    expect(receiver.received[0]?.body).toBe(polled.text.replace(english, chinese));
    expect((await wire.get(`/v1/tasks/${id}?language=zh`)).text).toBe(receiver.received[0]?.body);
  });

  test.each([
    ['ZH', chinese],
    [' zh ', chinese],
    ['\tDe\n', german],
    ['en', english],
    ['zh-CN', english],
    ['zh_CN', english],
    ['zho', english],
    ['z h', english],
    ['it', english],
    ['', english],
    ['constructor', english],
  ])('accepts the language %j', async (language, want) => {
    await using receiver = await startReceiver();
    await using wire = await openCallbacks(shell, { ports: { engine: failWith(english) } });
    const id = await wire.submit({ ...boat, webhook: receiver.origin, language });
    await wire.advance(90);
    await wire.sent(1);
    const query = new URLSearchParams({ language });
    expect([
      at(JSON.parse(receiver.received[0]?.body ?? ''), 'error', 'message'),
      at((await wire.get(`/v1/tasks/${id}?${query}`)).body, 'error', 'message'),
    ]).toEqual([want, want]);
  });

  test.each([
    ['en', 'Our printer ran out of ink.', 'Our printer ran out of ink.'],
    [
      'de',
      'Der Drucker ist kaputt und das Papier nicht da.',
      'Der Drucker ist kaputt und das Papier nicht da.',
    ],
    ['zh', '打印机没有墨了', '打印机没有墨了'],
    ['ja', 'プリンターのインクがなくなりました', 'プリンターのインクがなくなりました'],
    ['ko', '프린터 잉크가 떨어졌습니다', '프린터 잉크가 떨어졌습니다'],
    ['ru', 'Закончились чернила', 'Закончились чернила'],
    ['zh', 'プリンターのインクがなくなりました', chinese],
    ['de', 'Our printer ran out of ink.', german],
    ['en', 'Закончились чернила', english],
    ['en', 'Boom', 'Boom'],
    // An equal number of common words of two languages decides nothing: such a text counts as English.
    ['en', 'le Drucker und', 'le Drucker und'],
    ['fr', 'le Drucker und', french],
    ['de', 'le Drucker und', german],
    ['fr', 'le papier est und', 'le papier est und'],
  ])('into %s turns "%s" into "%s"', async (language, message, want) => {
    await using wire = await openCallbacks(shell, { ports: { engine: failWith(message) } });
    const id = await wire.submit(boat);
    await wire.advance(90);
    expect(at((await wire.get(`/v1/tasks/${id}?language=${language}`)).body, 'error')).toEqual({
      code: 'task_failed',
      message: want,
      type: 'server_error',
      param: '/image_urls/0',
    });
  });

  test('the language of a text is told by its first 2000 characters', async () => {
    const [within, beyond] = [1999, 2000].map((length) => `${'x'.repeat(length)}я`);
    const texts = [within, beyond].map(async (message) => {
      await using wire = await openCallbacks(shell, { ports: { engine: failWith(message ?? '') } });
      const id = await wire.submit(boat);
      await wire.advance(90);
      return at((await wire.get(`/v1/tasks/${id}?language=en`)).body, 'error', 'message');
    });
    expect(await Promise.all(texts)).toEqual([english, beyond]);
  });

  test('keeps a text whose code has no translation', async () => {
    await using wire = await openCallbacks(shell, { ports: { engine: failWith('It broke.', 'gremlins') } });
    const id = await wire.submit(boat);
    await wire.advance(90);
    const polled = await wire.get(`/v1/tasks/${id}?language=ko`);
    expect(at(polled.body, 'error')).toMatchObject({ code: 'gremlins', message: 'It broke.' });
  });

  test('delivers the original text when translating fails', async () => {
    await using receiver = await startReceiver();
    const translator = { translate: () => Promise.reject(new Error('no dictionary')) };
    const ports = { engine: failWith(english), translator };
    await using wire = await openCallbacks(shell, { ports });
    const id = await wire.submit({ ...boat, webhook: receiver.origin, language: 'fr' });
    await wire.advance(90);
    await wire.sent(1);
    const polled = await wire.get(`/v1/tasks/${id}?language=fr`);
    expect(receiver.received[0]?.body).toBe(polled.text);
    expect(at(polled.body, 'error', 'message')).toBe(english);
  });

  test('leaves a success as it is', async () => {
    await using receiver = await startReceiver();
    await using wire = await openCallbacks(shell);
    const id = await wire.submit({ ...boat, webhook: receiver.origin, language: 'es' });
    await wire.advance(90);
    await wire.sent(1);
    expect(receiver.received[0]?.body).toBe((await wire.get(`/v1/tasks/${id}?language=es`)).text);
  });
});
