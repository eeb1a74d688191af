import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spellings } from '../support/model-table.ts';
import { at, openWire } from '../support/open-wire.ts';
import { type Shell, shells } from '../support/shells.ts';

const names = [
  'prompt',
  'image_urls',
  'resolution',
  'size',
  'n',
  'output_format',
  'response_format',
  'layer_decomposition',
  'background',
  'sequential_image_generation',
  'sequential_image_generation_options',
  'optimize_prompt_options',
  'prompt_extend',
  'prompt_extend_mode',
  'duration',
  'aspect_ratio',
  'seed',
  'watermark',
  'webhook',
  'language',
  'nsfw_check',
  'stream',
  'tools',
  'constructor',
  '__proto__',
];
const words = [
  '1K',
  '2k',
  '16:9',
  '9x16',
  '1024x1024',
  '0x0',
  'auto',
  'png',
  'direct',
  'data:image/png;base64,AAAA',
];
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...words) },
  { weight: 3, arbitrary: fc.integer({ min: -2, max: 20 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 2, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...words), { maxLength: 3 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
const field = fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string()), value);
/** JSON text of a body that is nearly right, or of anything. */
const bodyText = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(fc.constantFrom(...spellings), fc.array(field, { maxLength: 6 })).map(toText),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
);

function toText([[model], fields]: [(typeof spellings)[number], [string, unknown][]]): string {
  const members = [['model', model], ['prompt', 'A boat'], ...fields];
  return `{${members.map(([name, content]) => `${JSON.stringify(name)}:${JSON.stringify(content)}`).join()}}`;
}

async function submitAnything(shell: Shell, path: string): Promise<void> {
  await using wire = await openWire(shell, { deposits: { alpha: '1000000' } });
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(bodyText, async (body) => {
      const answer = await wire.send('POST', path, { body });
      if (answer.status === 200) {
        accepted += 1;
        expect(answer.body).toEqual({
          code: 200,
          data: [{ status: 'submitted', task_id: expect.any(String) }],
        });
      } else {
        expect([body, answer.status]).toEqual([body, 400]);
        expect(at(answer.body, 'error', 'type')).toBe('invalid_request_error');
      }
    }),
    { numRuns: 300, seed: 20_261_120 },
  );
  if (path === '/v1/images/generations') expect(accepted).toBeGreaterThan(10);
  await wire.advance(3600);
  expect((await wire.store.findAccount('alpha'))?.held).toBe(0n);
}

describe.each(shells)('through the $name shell', (shell) => {
  test.each(['/v1/images/generations', '/v1/videos/generations'])(
    '%s answers anything with a task or the error envelope, and never with a fault',
    (path) => submitAnything(shell, path),
  );

  test('any target and method get a declared response', async () => {
    await using wire = await openWire(shell);
    const part = fc.constantFrom(
      'v1',
      'models',
      'vxq3',
      'schema',
      'tasks',
      '',
      '%2f',
      '%',
      '..',
      'files',
      'x?y=1',
      '~',
    );
    const target = fc.array(part, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`);
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH');
    await fc.assert(
      fc.asyncProperty(method, target, async (verb, path) => {
        const answer = await wire.send(verb, path.replace(/^\/\/+/, '/'));
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: 300, seed: 20_261_120 },
    );
  });
});
