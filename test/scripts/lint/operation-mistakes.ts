import type { ModelMistake } from './model-mistakes.ts';

/** Keywords that the operation ignores, and fields without effect or limit, by name. */
export const operationMistakes: readonly (readonly [string, ModelMistake])[] = [
  [
    'a video model without the length of its clips',
    {
      base: 'Drift10',
      from: '  "x-output": { "video": { "seconds": "4" } },\n',
      to: '',
      want: [
        '1:1: x-output.video is missing, which a video model needs: every clip would last one second; write for example "x-output": { "video": { "seconds": "4" } }',
      ],
    },
  ],
  [
    'references without limits',
    {
      base: 'Drift10',
      from: '  "x-media": { "image_urls": { "sources": ["http", "https"], "formats": ["png", "jpeg"], "max_bytes": 20971520 } },\n',
      to: '',
      want: [
        '16:5: "image_urls" has references, but x-media does not have their limits: nothing would be checked or read; write for example "x-media": { "image_urls": { "sources": ["http", "https"], "formats": ["png", "jpeg"], "max_bytes": 20971520 } }',
      ],
    },
  ],
  [
    'more output tokens than the model has',
    {
      base: 'Scribe10',
      from: '"maximum": 512',
      to: '"maximum": 1024',
      want: ['16:54: properties.max_tokens.maximum is 1024, above x-text.output_tokens.max, which is 512'],
    },
  ],
  [
    'limits of what is ignored',
    {
      base: 'Scribe10',
      from: '"max_tokens": {',
      to: '"tools": { "type": "array", "maxItems": 3, "description": "Tools." },\n    "max_tokens": {',
      want: [
        '16:5: chat completions ignore "tools", whatever it is (section 4.5): it has a description, and neither a type nor limits',
      ],
    },
  ],
  [
    'more output tokens under the newer name',
    {
      base: 'Scribe10',
      from: '"max_tokens": {',
      to: '"max_completion_tokens": { "type": "integer", "maximum": 600, "description": "Most." },\n    "max_tokens": {',
      want: [
        '16:51: properties.max_completion_tokens.maximum is 600, above x-text.output_tokens.max, which is 512',
      ],
    },
  ],
  [
    'a number of images without effect',
    {
      base: 'Collage10',
      from: '  "x-output": { "images": { "count": "self.n", "max": 3 } },\n',
      to: '',
      want: [
        '21:5: "n" has no effect without x-output.images; write for example "x-output": { "images": { "count": "self.n", "max": 4 } }',
      ],
    },
  ],
  [
    'a number of images that is not read',
    {
      base: 'Collage10',
      from: '"count": "self.n"',
      to: '"count": "1"',
      want: [
        '30:29: x-output.images.count does not read "n", which then has no effect: write for example "self.n"',
      ],
    },
  ],
  [
    'a number of images read from a field that does not exist',
    {
      base: 'Collage10',
      from: '"count": "self.n"',
      to: '"count": "self.num"',
      want: ['30:29: CEL does not fit the request: No such key: num'],
    },
  ],
  [
    'more images than the output has',
    {
      base: 'Collage10',
      from: '"maximum": 3',
      to: '"maximum": 5',
      want: ['21:45: properties.n.maximum is 5, above x-output.images.max, which is 3'],
    },
  ],
  [
    'any number of images',
    {
      base: 'Collage10',
      from: '"maximum": 3, ',
      to: '',
      want: ['21:5: "n" needs "maximum": 3, the limit of x-output.images.max'],
    },
  ],
  [
    'a length without effect',
    {
      base: 'Reel10',
      from: '  "x-output": { "video": { "seconds": "self.duration" } },\n',
      to: '',
      want: [
        '16:5: "duration" has no effect without x-output.video; write for example "x-output": { "video": { "seconds": "self.duration" } }',
      ],
    },
  ],
  [
    'sizes of a text model',
    {
      base: 'Scribe10',
      from: '"x-text"',
      to: '"x-sizes": { "table": { "1K": { "1:1": "1024x1024" } } },\n  "x-text"',
      want: [
        '19:3: x-sizes is for image_generation and video_generation; it has no effect on a model of chat_completion: remove it',
      ],
    },
  ],
  [
    'sizes of a text model with the fields for them',
    {
      base: 'Scribe10',
      from: '"x-text"',
      to: '"x-sizes": { "fields": { "size": "size", "tier": "resolution" }, "table": {} },\n  "x-text"',
      want: [
        '19:3: x-sizes is for image_generation and video_generation; it has no effect on a model of chat_completion: remove it',
      ],
    },
  ],
  [
    'media of a text model',
    {
      base: 'Scribe10',
      from: '"x-text"',
      to: '"x-media": { "messages": { "sources": ["https"], "formats": ["png"], "max_bytes": 9 } },\n  "x-text"',
      want: [
        '19:3: x-media is for image_generation and video_generation; it has no effect on a model of chat_completion: remove it',
      ],
    },
  ],
  [
    'token limits of an image model',
    {
      from: '"x-sizes"',
      to: '"x-text": { "input_tokens": { "max": 8 }, "output_tokens": { "max": 8 } },\n  "x-sizes"',
      want: [
        '19:3: x-text is for chat_completion; it has no effect on a model of image_generation: remove it',
      ],
    },
  ],
  [
    'images of a video model',
    {
      base: 'Reel10',
      from: '"x-output": {',
      to: '"x-output": { "images": { "count": "2", "max": 2 },',
      want: [
        '22:17: x-output.images is for image_generation; it has no effect on a model of video_generation: remove it',
      ],
    },
  ],
  [
    'a hold of images of a video model',
    {
      base: 'Reel10',
      from: '"unit": "second"',
      to: '"unit": "second", "hold": { "cases": [{ "id": "a", "when": "true", "images": 3 }] }',
      want: [
        '21:35: x-prices.hold is for image_generation; it has no effect on a model of video_generation: remove it',
      ],
    },
  ],
  [
    'another kind of output than that of the operation',
    {
      base: 'Collage10',
      from: '"x-output": {',
      to: '"x-output": { "kind": "video",',
      want: ['30:17: x-output.kind is "image" for a model of image_generation, not "video": remove it'],
    },
  ],
];
