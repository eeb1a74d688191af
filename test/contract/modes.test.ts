import { expect, it } from 'vitest';
import { picture, pictures, verdict } from './requests.ts';

type Row = readonly [name: string, fields: Record<string, unknown>, want: string];

const transparent = { background: 'transparent', output_format: 'png' };
const transparency: readonly Row[] = [
  ['one input and png', { ...transparent, image_urls: [picture] }, 'valid'],
  [
    'png by response_format',
    { background: 'transparent', response_format: 'png', image_urls: [picture] },
    'valid',
  ],
  ['no input', transparent, 'transparent_one_input /image_urls'],
  ['an empty list', { ...transparent, image_urls: [] }, 'transparent_one_input /image_urls'],
  ['two inputs', { ...transparent, image_urls: pictures(2) }, 'transparent_one_input /image_urls'],
  [
    'jpeg by default',
    { background: 'transparent', image_urls: [picture] },
    'transparent_needs_png /output_format',
  ],
  [
    'jpeg asked for',
    { background: 'transparent', output_format: 'jpeg', image_urls: [picture] },
    'transparent_needs_png /output_format',
  ],
  [
    'neither input nor png',
    { background: 'transparent' },
    'transparent_one_input /image_urls, transparent_needs_png /output_format',
  ],
];

it.each(transparency)('a transparent background with %s', (_name, fields, want) => {
  expect(verdict('sx-5-0-pro', fields)).toBe(want);
});

const layers = { prompt: undefined, layer_decomposition: true };
const decomposition: readonly Row[] = [
  ['one input and no prompt', { ...layers, image_urls: [picture] }, 'valid'],
  ['one input and a prompt', { layer_decomposition: true, image_urls: [picture] }, 'valid'],
  ['a png base image', { ...layers, image_urls: [picture], output_format: 'png' }, 'valid'],
  ['no input', layers, 'layers_one_input /image_urls'],
  ['an empty list', { ...layers, image_urls: [] }, 'layers_one_input /image_urls'],
  ['two inputs', { ...layers, image_urls: pictures(2) }, 'layers_one_input /image_urls'],
  ['two images', { ...layers, image_urls: [picture], n: 2 }, 'maximum /n'],
  ['an opaque base image', { ...layers, image_urls: [picture], background: 'opaque' }, 'valid'],
  [
    'a transparent base image',
    { ...layers, ...transparent, image_urls: [picture] },
    'layers_opaque_base /background',
  ],
];

it.each(decomposition)('layer decomposition with %s', (_name, fields, want) => {
  expect(verdict('sx-5-0-pro', fields)).toBe(want);
});

it('sx-5-0-pro needs a prompt when layer_decomposition is absent or false', () => {
  expect(verdict('sx-5-0-pro', { prompt: undefined })).toBe('anyOf /prompt');
  expect(verdict('sx-5-0-pro', { prompt: undefined, layer_decomposition: false })).toBe(
    'prompt_or_layers /prompt',
  );
});

const group = (maxImages: number, references = 0): Record<string, unknown> => ({
  sequential_image_generation: 'auto',
  sequential_image_generation_options: { max_images: maxImages },
  ...(references > 0 ? { image_urls: pictures(references) } : {}),
});
const grouped: readonly Row[] = [
  ['five images', group(5), 'valid'],
  ['fifteen images', group(15), 'valid'],
  ['fourteen images and one reference', group(14, 1), 'valid'],
  [
    'fifteen images and one reference',
    group(15, 1),
    'references_plus_group /sequential_image_generation_options/max_images',
  ],
  [
    'a quoted number of images',
    { sequential_image_generation: 'auto', sequential_image_generation_options: { max_images: '5' } },
    'type /sequential_image_generation_options/max_images',
  ],
];

it.each(grouped)('sx-5-0-lite groups %s', (_name, fields, want) => {
  expect(verdict('sx-5-0-lite', fields)).toBe(want);
});

it('sx-5-0-lite needs a reference for size auto', () => {
  expect(verdict('sx-5-0-lite', { size: 'auto', image_urls: [picture] })).toBe('valid');
  expect(verdict('sx-5-0-lite', { size: 'auto' })).toBe('auto_needs_reference /size');
  expect(verdict('sx-5-0-lite', { size: 'auto', image_urls: [] })).toBe('auto_needs_reference /size');
});

it('sx-5-0-pro accepts size auto without a reference', () => {
  expect(verdict('sx-5-0-pro', { size: 'auto' })).toBe('valid');
});

const messages = [{ role: 'user', content: 'What floats?' }];
const pdf = (file: Record<string, string>) => [{ role: 'user', content: [{ type: 'file', file }] }];
const chats: readonly Row[] = [
  ['a question', { messages }, 'valid'],
  ['thinking off, without effect', { messages, enable_thinking: false, stream: false }, 'valid'],
  ['tools, which are ignored', { messages, tools: [{ type: 'web_search' }, { type: 'nobody' }] }, 'valid'],
  ['a PDF address', { messages: pdf({ file_url: 'https://files.example.com/a.pdf' }) }, 'valid'],
  [
    'PDF data',
    { messages: pdf({ file_data: 'data:application/pdf;base64,JVBERi0=', filename: 'a.pdf' }) },
    'valid',
  ],
  [
    'the invalid fileid form, plain text to the model',
    { messages: pdf({ file_url: 'fileid://1' }) },
    'valid',
  ],
  [
    'a cached part',
    {
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }] },
      ],
    },
    'valid',
  ],
  ['no messages', {}, 'required /messages'],
];

it.each(chats)('qx3.8-max accepts or refuses %s', (_name, fields, want) => {
  expect(verdict('qx3.8-max', { prompt: undefined, ...fields })).toBe(want);
});
