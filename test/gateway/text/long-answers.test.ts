import { describe, expect, test } from 'vitest';
import { createClockPacer } from '../../../src/adapters/clock/create-pacer.ts';
import type { WholeStore } from '../../../src/adapters/store/whole-store.ts';
import { createTestGateway } from '../../support/create-test-gateway.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { at } from '../../support/open-wire.ts';
import { shells } from '../../support/shells.ts';
import { openText } from './open-text.ts';
import { say, scriptedEngine, stop } from './scripted-engine.ts';

/** An answer in two parts, with something that happens in between. */
function interrupted(between: () => void) {
  const step = async () => between();
  return scriptedEngine([say('A folded', 7), step, say(' toy.', 8), stop]);
}

/** An hour passes between the parts: as long as an answer may take. */
function anHourLong() {
  const clock = createManualClock({ startAt: Date.UTC(2026, 0, 1) });
  return {
    ports: { clock, pacer: createClockPacer(clock), textEngine: interrupted(() => clock.advance(3_600_000)) },
  };
}

/** The process falls silent between the parts, and its hold is released. */
function silent() {
  const { store: memory } = createTestGateway();
  let isValid = true;
  const store: WholeStore = {
    ...memory,
    async hold(hold) {
      const acceptance = await memory.hold(hold);
      return acceptance.kind === 'accepted' ? { ...acceptance, isValid: () => isValid } : acceptance;
    },
  };
  const textEngine = interrupted(() => {
    isValid = false;
  });
  return { store, ports: { store, textEngine } };
}

const withUsage = { stream: true, stream_options: { include_usage: true } };

describe.each(shells)('through the $name shell', (shell) => {
  test('a stream that takes too long ends as if at its limit, and is charged for what was sent', async () => {
    await using text = await openText(shell, anHourLong());
    const { data } = await text.chat(withUsage);
    const [said, end, usage, done] = data.slice(1);
    expect(at(said, 'choices', 0, 'delta', 'content')).toBe('A folded');
    expect(at(end, 'choices', 0, 'finish_reason')).toBe('length');
    expect(at(usage, 'usage', 'completion_tokens')).toBe(7);
    expect(done).toBe('[DONE]');
    const { held, used } = (await text.store.findAccount('alpha')) ?? {};
    expect([held, used === 0n]).toEqual([0n, false]);
  });

  test('an answer that is not streamed does so too, in either dialect', async () => {
    await using chat = await openText(shell, anHourLong());
    const completion = await chat.chat({ stream: false });
    expect(at(completion.body, 'choices', 0, 'finish_reason')).toBe('length');
    expect(at(completion.body, 'choices', 0, 'message', 'content')).toBe('A folded');
    await using responses = await openText(shell, anHourLong());
    const response = await responses.respond({});
    expect(at(response.body, 'status')).toBe('incomplete');
    expect(at(response.body, 'usage', 'output_tokens')).toBe(7);
  });

  test('a stream whose hold may have been released aborts, and is charged for what was sent', async () => {
    const { store, ports } = silent();
    await using text = await openText(shell, { ports });
    const { data } = await text.chat(withUsage);
    expect(data.slice(2)).toEqual([
      { error: expect.objectContaining({ code: 503, reason: 'service_unavailable' }) },
    ]);
    const { held, used } = (await store.findAccount('alpha')) ?? {};
    expect([held, used === 0n]).toEqual([0n, false]);
  });

  test('an answer that is not streamed and whose hold may have been released is a free 503', async () => {
    const { store, ports } = silent();
    await using text = await openText(shell, { ports });
    const answer = await text.chat({ stream: false });
    expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([503, 'service_unavailable']);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await store.findAccount('alpha')).toMatchObject({ held: 0n, used: 0n });
  });
});
