import { describe, expect, test } from 'vitest';
import type { TextPiece } from '../../../src/gateway/ports/text/text-engine.ts';
import type { TestGatewayOptions } from '../../support/create-test-gateway.ts';
import { openapi } from '../../support/expect-declared.ts';
import { at, openWire, type Wire } from '../../support/open-wire.ts';
import { pngFile } from '../../support/png-file.ts';
import { shells } from '../../support/shells.ts';
import { readEvents } from '../text/read-events.ts';
import { say, scriptedEngine, stop, think } from '../text/scripted-engine.ts';

/** How to make a gateway return what an example shows. */
interface Success {
  readonly options?: TestGatewayOptions;
  ask(wire: Wire): Promise<unknown>;
}

const bytes = pngFile({ width: 640, height: 480 });
const fetcher = { fetch: async () => ({ kind: 'fetched', bytes, declaredType: 'image/png' }) as const };
const partner = { 'sk-alpha': { account: 'alpha', group: 'partner', groupRatio: '0.9' } };
const house = { 'sk-alpha': { account: 'alpha', models: ['house-style-v1'] } };

const finished = (body: { readonly model: string; readonly [field: string]: unknown }): Success => ({
  options: { ports: { fetcher } },
  async ask(wire) {
    const id = await wire.submit({ prompt: 'A paper boat', ...body });
    await wire.advance(600);
    return wire.task(id);
  },
});
const read = (target: string, options: TestGatewayOptions = {}): Success => ({
  options,
  ask: async (wire) => (await wire.get(target)).body,
});
const posted = (target: string, body: object, options: TestGatewayOptions): Success => ({
  options,
  ask: async (wire) => (await wire.send('POST', target, { body })).body,
});
const saying = (...script: readonly TextPiece[]): TestGatewayOptions => ({
  ports: { textEngine: scriptedEngine(script) },
});

function streamed(target: string, body: object, ...script: readonly TextPiece[]): Success {
  return {
    options: saying(...script),
    ask: async (wire) => {
      const { bytes: sent } = await wire.send('POST', target, {
        body: { model: 'qx3.8-max', stream: true, ...body },
      });
      return toEvents(new TextDecoder().decode(sent));
    },
  };
}

function toEvents(text: unknown): unknown {
  return readEvents(String(text)).map(({ name, data }) => [
    name,
    data === '[DONE]' ? data : JSON.parse(data),
  ]);
}

const question = { model: 'qx3.8-max', stream: false };
const successes: Readonly<Record<string, Success>> = {
  'GET /v1/tasks/{task_id} imageSucceeded': finished({ model: 'sx-5-0-pro', size: '16:9' }),
  'GET /v1/tasks/{task_id} imageGroupSucceeded': finished({ model: 'qx-image-3.0', n: 2, size: '16:9' }),
  'GET /v1/tasks/{task_id} videoSucceeded': finished({
    model: 'vxq3',
    image_urls: ['https://images.example.net/boat.png'],
  }),
  'POST /v1/images/generations submitted': posted(
    '/v1/images/generations',
    { model: 'sx-5-0-pro', prompt: 'A paper boat' },
    {},
  ),
  'GET /api/pricing/model image': read('/api/pricing/model?model=sx-5-0-pro', { keys: partner }),
  'GET /api/pricing/model unknown': read('/api/pricing/model?model=house-style-v1', { keys: house }),
  'GET /api/pricing/model text': read('/api/pricing/model?model=qx3.8-max'),
  'POST /v1/responses search': posted(
    '/v1/responses',
    { ...question, input: 'Which paper boat is the largest?', tools: [{ type: 'web_search' }] },
    saying(
      think('A record of this kind needs a source.', 40),
      { kind: 'tool_call', tool: 'web_search', query: 'largest paper boat' },
      say('The largest one was folded by a school.', 48),
      stop,
    ),
  ),
  'POST /v1/responses stream': streamed(
    '/v1/responses',
    { input: 'What is a paper boat?' },
    say('A folded toy.', 9),
    stop,
  ),
  'POST /v1/chat/completions stream': streamed(
    '/v1/chat/completions',
    {
      messages: [{ role: 'user', content: 'What is a paper boat?' }],
      stream_options: { include_usage: true },
    },
    think('A simple question.', 4),
    say('A folded toy.', 5),
    stop,
  ),
  'POST /v1/chat/completions complete': {
    options: saying(think('A simple question.', 4), say('A folded toy.', 5), stop),
    async ask(wire) {
      const handbook = {
        type: 'text',
        text: 'A boat floats. '.repeat(400),
        cache_control: { type: 'ephemeral' },
      };
      const messages = [
        { role: 'system', content: [handbook] },
        { role: 'user', content: 'What is a paper boat?' },
      ];
      const send = () => wire.send('POST', '/v1/chat/completions', { body: { ...question, messages } });
      await send();
      return (await send()).body;
    },
  },
};

/** What differs between gateways: identifiers, and how many tokens a text has. */
function withoutNames(body: unknown): unknown {
  const text = JSON.stringify(body)
    .replaceAll(/"https?:\/\/[^"/]+\/files\/task_\w+/g, '"<files>')
    .replaceAll(/\b(task|resp|chatcmpl|rs|ws|msg)_\w+/g, '$1_');
  return JSON.parse(text, (name, value: unknown) =>
    /^(input|prompt|total|cached)_tokens$/.test(name) && typeof value === 'number' ? 'tokens' : value,
  );
}

function exampleOf(key: string): unknown {
  const [method = '', path = '', name = ''] = key.split(' ');
  const content = at(openapi.paths[path]?.[method.toLowerCase()]?.responses['200'], 'content');
  const stream = at(content, 'text/event-stream', 'examples', name, 'value');
  if (stream !== undefined) return toEvents(stream);
  const answer = at(content, 'application/json');
  const { $ref, value }: { $ref?: string; value?: unknown } = Object(at(answer, 'examples', name));
  const component = $ref?.split('/').at(-1) ?? '';
  return value ?? at(openapi, 'components', 'examples', component, 'value');
}

describe.each(shells)('through the $name shell the gateway answers as the document shows', (shell) => {
  test.each(Object.entries(successes))('%s', async (key, { options, ask }) => {
    await using wire = await openWire(shell, { startAt: 1_795_132_800_000, ...options });
    expect(withoutNames(await ask(wire))).toEqual(withoutNames(exampleOf(key)));
  });
});
