import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from '../../support/open-wire.ts';
import { fetchShell, openText, user } from './open-text.ts';

const page = readFileSync(new URL('../../../docs/text-requests.md', import.meta.url), 'utf8');

type Row = readonly [sent: string, effect: string];

/** The rows of the table below a heading. */
function rowsBelow(heading: string): readonly Row[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  return [...section.matchAll(/^\| `(\{.*\})` +\| (\w+) +\|/gm)].map(([, sent = '', effect = '']) => [
    sent,
    effect,
  ]);
}

const chats = rowsBelow('`POST /v1/chat/completions`');
const responses = rowsBelow('`POST /v1/responses`');

test('the page lists what clients send', () => {
  expect(chats.length).toBeGreaterThan(30);
  expect(responses.length).toBeGreaterThan(25);
});

/** The answer of a fresh gateway, so that seeds and caches are those of a first request. */
async function ask(kind: 'chat' | 'respond', body: object) {
  await using text = await openText(fetchShell);
  const least = kind === 'chat' ? { messages: [user('What is a paper boat?')], stream: false, seed: 1 } : {};
  const answer = await text[kind]({ ...least, ...body });
  const account = await text.store.findAccount('alpha');
  return { answer, account };
}

test.each(chats)('a chat with %s is %s', (sent, effect) => expectEffect('chat', sent, effect));
test.each(responses)('a response with %s is %s', (sent, effect) => expectEffect('respond', sent, effect));

async function expectEffect(kind: 'chat' | 'respond', sent: string, effect: string) {
  const body = JSON.parse(sent) as object;
  const plain = await ask(kind, {});
  const { answer, account } = await ask(kind, body);
  if (effect === 'refused') {
    expect(answer.status).toBe(400);
    const [field = ''] = Object.keys(body);
    expect(String(at(answer.body, 'error', 'param'))).toMatch(new RegExp(`^/${field}(/|$)`));
    expect(account).toMatchObject({ held: 0n, used: 0n });
    return;
  }
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  if (effect === 'ignored') expect(answer.body).toEqual(plain.answer.body);
  else {
    expect(effect).toBe('honoured');
    expect(answer.body).not.toEqual(plain.answer.body);
  }
}

test('a response says why an earlier one cannot be continued', async () => {
  const { answer } = await ask('respond', { previous_response_id: 'resp_1' });
  expect(at(answer.body, 'error')).toMatchObject({
    reason: 'invalid_parameter',
    param: '/previous_response_id',
    message:
      'previous_response_id is not supported. Responses are not stored: send the whole conversation as `input`.',
  });
});

test('no tool is called when the choice is none', async () => {
  const tools = [{ type: 'web_search' }];
  const input = 'Search the web for paper boats.';
  const [none, auto] = [
    await ask('respond', { input, tools, tool_choice: 'none' }),
    await ask('respond', { input, tools, tool_choice: 'auto' }),
  ];
  expect(at(none.answer.body, 'usage', 'x_tools')).toEqual({});
  expect(at(auto.answer.body, 'usage', 'x_tools')).toEqual({ web_search: { count: 1 } });
});
