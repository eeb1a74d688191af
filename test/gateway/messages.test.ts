import { expect, test } from 'vitest';
import type { PortsOfWholeStore } from '../../src/adapters/store/whole-store.ts';
import { at, listAt, openWire } from '../support/open-wire.ts';
import { pngFile } from '../support/png-file.ts';
import { shells } from '../support/shells.ts';

const [fetchShell] = shells;
const IMAGES = '/v1/images/generations';
const VIDEOS = '/v1/videos/generations';
const CHAT = '/v1/chat/completions';
const RESPONSES = '/v1/responses';
const BOAT = 'https://images.example.net/boat.png';
const pdf = {
  role: 'user',
  content: [{ type: 'file', file: { file_url: 'https://files.example.net/a.pdf' } }],
};
const hi = [{ role: 'user', content: 'Hi' }];

/** A server whose pictures have these sides. */
function pictures(width: number, height: number): Partial<PortsOfWholeStore> {
  const bytes = pngFile({ width, height });
  return { fetcher: { fetch: async () => ({ kind: 'fetched', bytes, declaredType: 'image/png' }) } };
}

const long: Partial<PortsOfWholeStore> = {
  tokenizer: { count: async () => 1_000_000, isWithin: async () => false },
};
const damaged: Partial<PortsOfWholeStore> = {
  documentReader: { readPages: async () => ({ kind: 'malformed', reason: 'the bytes are not a PDF' }) },
};
const heavy: Partial<PortsOfWholeStore> = {
  fetcher: { fetch: async (_address, { maxBytes }) => ({ kind: 'too_large', maxBytes, bytes: 52_428_801 }) },
  documentReader: {
    readPages: async (_address, { maxBytes }) => ({ kind: 'too_large', maxBytes, bytes: 99_000_000 }),
  },
};
const endless: Partial<PortsOfWholeStore> = {
  fetcher: { fetch: async (_address, { maxBytes }) => ({ kind: 'too_large', maxBytes }) },
};

interface Case {
  readonly path: string;
  readonly body: object;
  readonly ports?: Partial<PortsOfWholeStore>;
  readonly want: readonly string[];
}

const cases: readonly (readonly [string, Case])[] = [
  [
    'a count above its limit',
    {
      path: IMAGES,
      body: { model: 'sx-5-0-pro', prompt: 'A boat', n: 2 },
      want: ['n must be at most 1; got 2'],
    },
  ],
  [
    'a count as text',
    {
      path: IMAGES,
      body: { model: 'sx-5-0-lite', prompt: 'A boat', n: '2' },
      want: ['n must be an integer; got "2"'],
    },
  ],
  [
    'references and images together',
    {
      path: IMAGES,
      body: { model: 'sx-5-0-lite', prompt: 'A boat', n: 15, image_urls: [BOAT] },
      ports: pictures(640, 480),
      want: ['image_urls plus n must be at most 15; got 1 plus 15'],
    },
  ],
  [
    'very many references of a model with a limit of its own',
    {
      path: IMAGES,
      body: { model: 'sx-5-0-lite', prompt: 'A boat', image_urls: Array.from({ length: 1001 }, () => BOAT) },
      want: ['image_urls must have at most 14 entries; got 1001'],
    },
  ],
  [
    'a side that is too short',
    {
      path: IMAGES,
      body: { model: 'qx-image-3.0', prompt: 'A boat', size: '511x1024' },
      want: ['size: each side must be between 512 and 2048 pixels; got 511x1024'],
    },
  ],
  [
    'too few pixels',
    {
      path: IMAGES,
      body: { model: 'sx-5-0-pro', prompt: 'A boat', size: '959x960' },
      want: ['size: 959x960 has 920640 pixels; it must have between 921600 and 4624220'],
    },
  ],
  [
    'a ratio that is too steep',
    {
      path: IMAGES,
      body: { model: 'sx-5-0-pro', prompt: 'A boat', size: '8000x499' },
      want: ['size: the ratio of 8000x499 must be between 1:16 and 16:1'],
    },
  ],
  [
    'a clip that is too long at a resolution that is none, without a reference',
    {
      path: VIDEOS,
      body: { model: 'vxq3', prompt: 'It sails', duration: 20, resolution: '4K', image_urls: [] },
      want: [
        'duration must be at most 16; got 20',
        'resolution must be one of "540p", "720p", "1080p"; got "4K"',
        'image_urls must have at least 1 entry; got 0',
      ],
    },
  ],
  [
    'a video prompt that is too long',
    {
      path: VIDEOS,
      body: { model: 'vxq3', prompt: 'x'.repeat(5001), image_urls: [BOAT] },
      ports: pictures(640, 480),
      want: ['prompt must have at most 5000 characters; got 5001'],
    },
  ],
  [
    'a prompt with too many tokens',
    {
      path: IMAGES,
      body: { model: 'qx-image-3.0', prompt: 'A boat', n: 0 },
      ports: long,
      want: [
        'prompt must have at most 4500 tokens for qx-image-3.0; got 1000000',
        'n must be at least 1; got 0',
      ],
    },
  ],
  [
    'a prompt of which only the beginning is counted',
    {
      path: IMAGES,
      body: { model: 'qx-image-3.0', prompt: 'x'.repeat(100_000) },
      ports: long,
      want: ['prompt must have at most 4500 tokens for qx-image-3.0; got at least 1000000'],
    },
  ],
  [
    'the address of a PDF that is too long',
    {
      path: CHAT,
      body: {
        model: 'qx3.8-max',
        messages: [
          {
            role: 'user',
            content: [{ type: 'file', file: { file_url: `https://f.example/${'a'.repeat(8175)}` } }],
          },
        ],
      },
      want: ['messages[0].content[0].file.file_url must have at most 8192 characters; got 8193'],
    },
  ],
  [
    'an address of another kind',
    {
      path: IMAGES,
      body: { model: 'sx-5-0-pro', prompt: 'A boat', image_urls: ['ftp://images.example.net/boat.png'] },
      want: [
        'image_urls[0] must be an http(s) URL or an image data URI with a lower-case format, such as https://images.example.com/boat.png or data:image/png;base64,<data>; got "ftp://images.example.net/boat.png"',
      ],
    },
  ],
  [
    'a file whose size is announced',
    {
      path: VIDEOS,
      body: { model: 'vxq3', prompt: 'It sails', image_urls: [BOAT] },
      ports: heavy,
      want: ['image_urls[0]: the file has 52428801 bytes; at most 52428800 are allowed'],
    },
  ],
  [
    'a file that does not end',
    {
      path: VIDEOS,
      body: { model: 'vxq3', prompt: 'It sails', image_urls: [BOAT] },
      ports: endless,
      want: ['image_urls[0]: the file has more than the 52428800 bytes allowed'],
    },
  ],
  [
    'a picture that is too small',
    {
      path: VIDEOS,
      body: { model: 'vxq3', prompt: 'It sails', image_urls: [BOAT] },
      ports: pictures(127, 128),
      want: ['image_urls[0]: each side must be at least 128 pixels; this image is a PNG of 127x128 pixels'],
    },
  ],
  [
    'a picture that is too steep',
    {
      path: VIDEOS,
      body: { model: 'vxq3', prompt: 'It sails', image_urls: [BOAT] },
      ports: pictures(1025, 256),
      want: [
        'image_urls[0]: the aspect ratio must be between 1:4 and 4:1; this image is a PNG of 1025x256 pixels',
      ],
    },
  ],
  [
    'a picture with too many pixels',
    {
      path: IMAGES,
      body: { model: 'sx-5-0-pro', prompt: 'A boat', image_urls: [BOAT] },
      ports: pictures(6001, 6000),
      want: [
        'image_urls[0]: width times height must be at most 36000000 pixels; this image is a PNG of 6001x6000 pixels (36006000 in total)',
      ],
    },
  ],
  [
    'a conversation with too many tokens, and a temperature that is too high',
    {
      path: CHAT,
      body: { model: 'qx3.8-max', temperature: 9, messages: hi },
      ports: long,
      want: [
        'temperature must be at most 2; got 9',
        'messages must have at most 983616 tokens for qx3.8-max; got at least 1000000',
      ],
    },
  ],
  [
    'a damaged PDF, and more output than there is',
    {
      path: CHAT,
      body: { model: 'qx3.8-max', max_tokens: 131_073, messages: [pdf] },
      ports: damaged,
      want: [
        'max_tokens must be at most 131072; got 131073',
        'messages[0].content[0].file.file_url: the bytes are not a PDF',
      ],
    },
  ],
  [
    'a PDF that is too large',
    {
      path: CHAT,
      body: { model: 'qx3.8-max', messages: [pdf] },
      ports: heavy,
      want: [
        'messages[0].content[0].file.file_url: the PDF has 99000000 bytes; at most 52428800 are allowed',
      ],
    },
  ],
  [
    'a PDF in another form, and a stream that is none',
    {
      path: CHAT,
      body: {
        model: 'qx3.8-max',
        stream: 'yes',
        messages: [{ role: 'user', content: [{ type: 'file', file: { file_url: 'ftp://a.pdf' } }] }],
      },
      want: [
        'stream must be a boolean; got "yes"',
        'messages[0].content[0].file.file_url must be an http(s) URL or data:application/pdf;base64,<data>; got "ftp://a.pdf"',
      ],
    },
  ],
  [
    'a mark that is no cache',
    {
      path: CHAT,
      body: {
        model: 'qx3.8-max',
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: { type: 'for ever' } }] },
        ],
      },
      want: ['messages[0].content[0].cache_control.type must be "ephemeral"; got "for ever"'],
    },
  ],
  [
    'an input with too many tokens, a message without content and a tool without the one it needs',
    {
      path: RESPONSES,
      body: { model: 'qx3.8-max', input: [{ role: 'user' }], tools: [{ type: 'web_extractor' }] },
      ports: long,
      want: ['input[0].content is required', 'web_extractor must be declared together with web_search'],
    },
  ],
  [
    'an input with too many tokens, and more output than there is',
    {
      path: RESPONSES,
      body: { model: 'qx3.8-max', input: 'Hi', max_output_tokens: 131_073 },
      ports: long,
      want: [
        'input must have at most 983616 tokens for qx3.8-max; got at least 1000000',
        'max_output_tokens must be at most 131072; got 131073',
      ],
    },
  ],
];

test.each(cases)('%s', async (_name, { path, body, ports = {}, want }) => {
  await using wire = await openWire(fetchShell, { ports });
  const answer = await wire.send('POST', path, { body });
  expect(answer.status).toBe(400);
  const [first = '', ...more] = want;
  const told = listAt(answer.body, 'error', 'violations').map((violation) => at(violation, 'message'));
  expect(told).toEqual(want);
  const others = more.length > 0 ? ` (and ${more.length} more violation${more.length > 1 ? 's' : ''})` : '';
  expect(at(answer.body, 'error', 'message')).toBe(first + others);
});

test('an account without funds gets only the errors that cost nothing to find', async () => {
  await using wire = await openWire(fetchShell, { deposits: { alpha: '0' }, ports: { ...long, ...damaged } });
  const body = { model: 'qx3.8-max', temperature: 9, messages: [pdf] };
  const answer = await wire.send('POST', CHAT, { body });
  expect(at(answer.body, 'error', 'message')).toBe('temperature must be at most 2; got 9');
});
