import { expect, it } from 'vitest';
import { bodyFor, picture, pictures, verdict } from './requests.ts';

type Row = readonly [name: string, model: string, fields: Record<string, unknown>, want: string];

const required: readonly Row[] = [
  ['vxq3 without prompt', 'vxq3', { prompt: undefined }, 'required /prompt'],
  ['vxq3-mix without prompt', 'vxq3-mix', { prompt: undefined }, 'required /prompt'],
  ['vxq3 without image_urls', 'vxq3', { image_urls: undefined }, 'required /image_urls'],
  ['qx-image-3.0 without prompt', 'qx-image-3.0', { prompt: undefined }, 'required /prompt'],
  ['sx-5-0-lite without prompt', 'sx-5-0-lite', { prompt: undefined }, 'required /prompt'],
  ['sx-5-0-lite without model', 'sx-5-0-lite', { model: undefined }, 'required /model'],
  ['sx-5-0-pro without model', 'sx-5-0-pro', { model: undefined }, 'required /model'],
];

it.each(required)('refuses %s', (_name, model, fields, want) => {
  expect(verdict(model, fields)).toBe(want);
});

const prompts: readonly [name: string, model: string, prompt: string, want: string][] = [
  ['5000 characters', 'vxq3', 'a'.repeat(5000), 'valid'],
  ['5001 characters', 'vxq3', 'a'.repeat(5001), 'maxLength /prompt'],
  ['5000 emoji', 'vxq3', '\u{1F6A4}'.repeat(5000), 'valid'],
  ['5001 emoji', 'vxq3', '\u{1F6A4}'.repeat(5001), 'maxLength /prompt'],
  ['5000 characters', 'vxq3-mix', 'a'.repeat(5000), 'valid'],
  ['5001 characters', 'vxq3-mix', 'a'.repeat(5001), 'maxLength /prompt'],
  ['5001 characters', 'qx-image-3.0', 'a'.repeat(5001), 'valid'],
  ['5001 characters', 'sx-5-0-lite', 'a'.repeat(5001), 'valid'],
  ['more than the advised 600 words', 'sx-5-0-pro', 'boat '.repeat(700), 'valid'],
];

it.each(prompts)('a prompt of %s for %s', (_name, model, prompt, want) => {
  expect(verdict(model, { prompt })).toBe(want);
});

/** One word is one token here: the limit is checked with the caller's tokenizer. */
const wordsAtMost = (text: string, maxTokens: number) => {
  const tokens = text.split(' ').length;
  return tokens <= maxTokens ? undefined : { tokens, isAtLeast: false };
};

const tokens: readonly [model: string, words: number, want: string][] = [
  ['qx-image-3.0', 4500, 'valid'],
  ['qx-image-3.0', 4501, 'prompt_tokens /prompt'],
  ['qx-image-3.0-pro', 4500, 'valid'],
  ['qx-image-3.0-pro', 4501, 'prompt_tokens /prompt'],
  ['sx-5-0-lite', 4501, 'valid'],
  ['sx-5-0-pro', 4501, 'valid'],
];

it.each(tokens)('%s with a prompt of %i tokens', (model, words, want) => {
  const prompt = Array.from({ length: words }, () => 'boat').join(' ');
  expect(verdict(model, { prompt }, wordsAtMost)).toBe(want);
});

const references: readonly [model: string, count: number, want: string][] = [
  ['vxq3', 0, 'minItems /image_urls'],
  ['vxq3', 1, 'valid'],
  ['vxq3', 7, 'valid'],
  ['vxq3', 8, 'maxItems /image_urls'],
  ['vxq3-mix', 0, 'minItems /image_urls'],
  ['vxq3-mix', 7, 'valid'],
  ['vxq3-mix', 8, 'maxItems /image_urls'],
  ['qx-image-3.0', 0, 'minItems /image_urls'],
  ['qx-image-3.0', 1, 'valid'],
  ['qx-image-3.0', 3, 'valid'],
  ['qx-image-3.0', 4, 'maxItems /image_urls'],
  ['qx-image-3.0-pro', 3, 'valid'],
  ['qx-image-3.0-pro', 4, 'maxItems /image_urls'],
  ['sx-5-0-lite', 0, 'valid'],
  ['sx-5-0-pro', 0, 'valid'],
  ['sx-5-0-pro', 1, 'valid'],
  ['sx-5-0-pro', 10, 'valid'],
  ['sx-5-0-pro', 11, 'maxItems /image_urls'],
];

it.each(references)('%s with %i references', (model, count, want) => {
  expect(verdict(model, { image_urls: pictures(count) })).toBe(want);
});

const groups: readonly [references: number, n: number | undefined, want: string][] = [
  [0, 15, 'valid'],
  [1, 14, 'valid'],
  [1, 15, 'references_plus_images /n'],
  [7, 8, 'valid'],
  [8, 8, 'references_plus_images /n'],
  [14, 1, 'valid'],
  [14, 2, 'references_plus_images /n'],
  [14, undefined, 'valid'],
  [15, 1, 'maxItems /image_urls'],
  [15, undefined, 'maxItems /image_urls'],
];

it.each(groups)('sx-5-0-lite with %i references and n %s', (count, n, want) => {
  expect(verdict('sx-5-0-lite', { image_urls: pictures(count), n })).toBe(want);
});

const durations: readonly [model: string, duration: unknown, want: string][] = [
  ['vxq3-mix', 0, 'minimum /duration'],
  ['vxq3-mix', 1, 'valid'],
  ['vxq3-mix', 2, 'valid'],
  ['vxq3-mix', 16, 'valid'],
  ['vxq3-mix', 17, 'maximum /duration'],
  ['vxq3', 2, 'minimum /duration'],
  ['vxq3', 3, 'valid'],
  ['vxq3', 16, 'valid'],
  ['vxq3', 17, 'maximum /duration'],
  ['vxq3', 5.5, 'type /duration'],
  ['vxq3', '5', 'type /duration'],
  ['vxq3', null, 'valid'],
];

it.each(durations)('%s for %s seconds', (model, duration, want) => {
  expect(verdict(model, { duration })).toBe(want);
});

const counts: readonly [model: string, n: unknown, want: string][] = [
  ['qx-image-3.0', 0, 'minimum /n'],
  ['qx-image-3.0', 1, 'valid'],
  ['qx-image-3.0', 6, 'valid'],
  ['qx-image-3.0', 7, 'valid'],
  ['qx-image-3.0', -1, 'minimum /n'],
  ['qx-image-3.0', '2', 'type /n'],
  ['sx-5-0-lite', 0, 'minimum /n'],
  ['sx-5-0-lite', 1, 'valid'],
  ['sx-5-0-lite', 15, 'valid'],
  ['sx-5-0-lite', 16, 'maximum /n'],
  ['sx-5-0-lite', '2', 'type /n'],
  ['sx-5-0-pro', 0, 'minimum /n'],
  ['sx-5-0-pro', 1, 'valid'],
  ['sx-5-0-pro', 2, 'maximum /n'],
];

it.each(counts)('%s with n %j', (model, n, want) => {
  expect(verdict(model, { n })).toBe(want);
});

const resolutions: readonly [model: string, takes: readonly string[], refuses: readonly string[]][] = [
  ['vxq3-mix', ['720p', '1080p'], ['540p', '480p', '4K', '1K']],
  ['vxq3', ['540p', '720p', '1080p'], ['480p', '2160p', '2K']],
  ['qx-image-3.0', ['1K', '2K', '1k', '2k'], ['1.5K', '3K', '4K', '720p']],
  ['qx-image-3.0-pro', ['1K', '2K', '1k', '2k'], ['1.5K', '3K', '4K']],
  ['sx-5-0-lite', ['2K', '3K', '4K'], ['1K', '1.5K', '8K']],
  ['sx-5-0-pro', ['1K', '1.5K', '2K', '1k', '1.5k', '2k'], ['3K', '4K', '3k', '4k']],
];
const resolutionRows = resolutions.flatMap(([model, takes, refuses]) => [
  ...takes.map((resolution) => [model, resolution, 'valid'] as const),
  ...refuses.map((resolution) => [model, resolution, 'enum /resolution'] as const),
]);

it.each(resolutionRows)('%s with resolution %s: %s', (model, resolution, want) => {
  expect(verdict(model, { resolution })).toBe(want);
});

const choices: readonly Row[] = [
  ['seed', 'vxq3', { seed: 42 }, 'valid'],
  ['a seed that is no integer', 'vxq3', { seed: 'x' }, 'type /seed'],
  ['jpeg', 'sx-5-0-lite', { output_format: 'jpeg' }, 'valid'],
  ['png', 'sx-5-0-lite', { output_format: 'png' }, 'valid'],
  ['webp', 'sx-5-0-lite', { output_format: 'webp' }, 'enum /output_format'],
  ['jpeg', 'sx-5-0-pro', { output_format: 'jpeg' }, 'valid'],
  ['png', 'sx-5-0-pro', { output_format: 'png' }, 'valid'],
  ['webp', 'sx-5-0-pro', { output_format: 'webp' }, 'enum /output_format'],
  ['output_format, which it ignores', 'qx-image-3.0', { output_format: 'webp' }, 'valid'],
  ['response_format png', 'sx-5-0-pro', { response_format: 'png' }, 'valid'],
  ['any other response_format', 'sx-5-0-pro', { response_format: 'b64_json' }, 'valid'],
  ['opaque background', 'sx-5-0-pro', { background: 'opaque' }, 'valid'],
  ['coloured background', 'sx-5-0-pro', { background: 'red' }, 'enum /background'],
  ['standard optimisation', 'sx-5-0-pro', { optimize_prompt_options: { mode: 'standard' } }, 'valid'],
  ['empty optimisation options', 'sx-5-0-pro', { optimize_prompt_options: {} }, 'valid'],
  [
    'fast optimisation',
    'sx-5-0-pro',
    { optimize_prompt_options: { mode: 'fast' } },
    'enum /optimize_prompt_options/mode',
  ],
  ['group mode auto', 'sx-5-0-lite', { sequential_image_generation: 'auto' }, 'valid'],
  ['group mode disabled', 'sx-5-0-lite', { sequential_image_generation: 'disabled' }, 'valid'],
  [
    'group mode on',
    'sx-5-0-lite',
    { sequential_image_generation: 'on' },
    'enum /sequential_image_generation',
  ],
  ['watermark', 'sx-5-0-lite', { watermark: true }, 'valid'],
  ['watermark as text', 'sx-5-0-pro', { watermark: 'true' }, 'type /watermark'],
  ['an unknown field', 'qx-image-3.0', { style: 'oil' }, 'valid'],
  ['an unknown field', 'vxq3', { camera: { move: 'pan' } }, 'valid'],
  ['webhook and language', 'vxq3', { webhook: 'https://hooks.example.com', language: ' ZH ' }, 'valid'],
  ['an unsupported language', 'sx-5-0-lite', { language: 'zh-CN' }, 'valid'],
  ['a negative prompt', 'qx-image-3.0', { negative_prompt: 'fog' }, 'valid'],
];

it.each(choices)('%s for %s', (_name, model, fields, want) => {
  expect(verdict(model, fields)).toBe(want);
});

const forbidden = [
  { sequential_image_generation: 'disabled' },
  { sequential_image_generation: 'auto' },
  { sequential_image_generation: null },
  { stream: true },
  { stream: false },
  { tools: [] },
  { tools: [{ type: 'web_search' }] },
] as const;

it.each(forbidden)('sx-5-0-pro forbids %j', (fields) => {
  const [field] = Object.keys(fields);
  expect(verdict('sx-5-0-pro', fields)).toBe(`forbidden /${field}`);
});

const rewriting: readonly [name: string, fields: Record<string, unknown>, want: string][] = [
  ['no mode', { prompt_extend: true }, 'valid'],
  ['direct from text', { prompt_extend: true, prompt_extend_mode: 'direct' }, 'valid'],
  ['agent from text', { prompt_extend: true, prompt_extend_mode: 'agent' }, 'valid'],
  [
    'direct from an image',
    { prompt_extend: true, prompt_extend_mode: 'direct', image_urls: [picture] },
    'valid',
  ],
  [
    'agent from an image',
    { prompt_extend: true, prompt_extend_mode: 'agent', image_urls: [picture] },
    'agent_is_text_to_image_only /prompt_extend_mode',
  ],
  [
    'a mode without prompt_extend',
    { prompt_extend_mode: 'direct' },
    'prompt_extend_mode_needs_prompt_extend /prompt_extend_mode',
  ],
  [
    'a mode with prompt_extend: false',
    { prompt_extend: false, prompt_extend_mode: 'agent' },
    'prompt_extend_mode_needs_prompt_extend /prompt_extend_mode',
  ],
  ['another mode', { prompt_extend: true, prompt_extend_mode: 'fast' }, 'enum /prompt_extend_mode'],
];

it.each(rewriting)('qx models rewrite the prompt: %s', (_name, fields, want) => {
  expect(verdict('qx-image-3.0', fields)).toBe(want);
  expect(verdict('qx-image-3.0-pro', fields)).toBe(want);
});

it.each(['vxq3', 'sx-5-0-lite', 'sx-5-0-pro', 'qx-image-3.0'])('%s takes the moderation flag', (model) => {
  expect(verdict(model, { nsfw_check: true })).toBe('valid');
  expect(verdict(model, { nsfw_check: 'yes' })).toBe('type /nsfw_check');
});

it('leaves the request unchanged', () => {
  const body = bodyFor('sx-5-0-lite', { n: 2 });
  const before = structuredClone(body);
  verdict('sx-5-0-lite', { n: 2 });
  expect(body).toEqual(before);
});
