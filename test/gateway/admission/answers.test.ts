import { describe, expect, test } from 'vitest';
import { at } from '../../support/open-wire.ts';
import { shells } from '../../support/shells.ts';
import { until } from '../../support/until.ts';
import { CHAT, fetchShell, openText, RESPONSES, startStream } from '../text/open-text.ts';
import { say, scriptedEngine, stop, untilLeft } from '../text/scripted-engine.ts';

const keys = {
  'sk-alpha': { account: 'alpha' },
  'sk-b': { account: 'alpha' },
  'sk-c': { account: 'beta' },
  'sk-d': { account: 'gamma' },
};
const deposits = { alpha: '1000', beta: '1000', gamma: '1000' };
const bounds = { answers: { per_account: 1, per_process: 2 } };

describe.each(shells)('through the $name shell', (shell) => {
  test('answers in progress beyond the limit are refused: 429 for one account, 503 for all', async () => {
    const finish = Promise.withResolvers<void>();
    const textEngine = scriptedEngine([say('A boat', 2), () => finish.promise, stop]);
    await using text = await openText(shell, { keys, deposits, bounds, ports: { textEngine } });
    const answers = [text.chat({}), text.respond({ stream: false }, { key: 'sk-c' })];
    await until('two answers have begun', () => textEngine.jobs.length === 2);
    const ofAccount = await text.respond({}, { key: 'sk-b' });
    const ofAll = await text.chat({}, { key: 'sk-d' });
    expect([ofAccount.status, at(ofAccount.body, 'error', 'reason')]).toEqual([429, 'too_many_in_progress']);
    expect([ofAll.status, at(ofAll.body, 'error', 'reason')]).toEqual([503, 'overloaded']);
    for (const { headers } of [ofAccount, ofAll]) expect(headers.get('retry-after')).toBe('2');
    finish.resolve();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    expect([(await text.chat({})).status, (await text.chat({}, { key: 'sk-d' })).status]).toEqual([200, 200]);
  });

  test('an answer that is refused or cut off is no longer in progress', async () => {
    const textEngine = scriptedEngine([say('A boat', 2), { kind: 'failed', message: 'out of paper' }]);
    await using text = await openText(shell, { keys, bounds, ports: { textEngine } });
    expect((await text.chat({ messages: [] })).status).toBe(400);
    expect((await text.chat({})).status).toBe(200);
    expect((await text.chat({})).status).toBe(200);
  });
});

test.each([CHAT, RESPONSES])(
  'a stream of %s whose client disconnects is no longer in progress',
  async (target) => {
    const textEngine = scriptedEngine([say('A boat', 2), untilLeft]);
    await using text = await openText(fetchShell, { keys, bounds, ports: { textEngine } });
    const body = {
      model: 'qx3.8-max',
      stream: true,
      messages: [{ role: 'user', content: 'Hi' }],
      input: 'Hi',
    };
    for (let time = 0; time < 3; time += 1) {
      const response = await startStream(text.gateway, target, body);
      expect(response.status).toBe(200);
      await response.body?.cancel();
    }
  },
);
