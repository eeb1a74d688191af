import { expect, test } from 'vitest';
import { createMemoryRateLimiter } from '../../src/adapters/rate-limit/create-memory-rate-limiter.ts';
import { at, openWire, type SendOptions, type Wire } from '../support/open-wire.ts';
import { pngFile } from '../support/png-file.ts';
import { shells } from '../support/shells.ts';

const [fetchShell] = shells;
const I = 'POST /v1/images/generations';
const V = 'POST /v1/videos/generations';
const C = 'POST /v1/chat/completions';
const R = 'POST /v1/responses';
const BOAT = 'https://images.example.net/boat.png';
const bytes = pngFile({ width: 640, height: 480 });
const never = new Promise<never>(() => {});
const ports = {
  fetcher: {
    fetch: async (address: string) => {
      if (address.includes('slow')) return never;
      return address.includes('gone')
        ? ({ kind: 'unreachable', reason: 'the server responded with 404' } as const)
        : ({ kind: 'fetched', bytes, declaredType: 'image/png' } as const);
    },
  },
  rateLimiter: createMemoryRateLimiter(),
  textEngine: {
    async *answer() {
      yield await never;
    },
  },
};
/** Two text responses of an account, and two of its requests with references. */
const bounds = {
  answers: { per_account: 2, per_process: 100 },
  reference_requests: { per_account: 2, per_process: 100 },
};
/** What `sk-alpha` may use: the models that a message lists do not depend on the other model files. */
const MODELS = [
  'qx-image-3.0',
  'qx-image-3.0-pro',
  'sx-5-0-lite',
  'sx-5-0-pro',
  'vxq3',
  'vxq3-mix',
  'qx3.8-max',
];
const keys = {
  'sk-alpha': { account: 'alpha', models: MODELS },
  'sk-narrow': { account: 'alpha', models: ['sx-5-0-lite'] },
  'sk-poor': { account: 'poor' },
  'sk-slow': { account: 'alpha', rateLimit: { requests: 5, seconds: 10 } },
  'sk-slower': { account: 'alpha', rateLimit: { requests: 1, seconds: 1 } },
};
const deposits = { alpha: '1000', poor: '0.01' };

const qx = (fields: object) => ({ model: 'qx-image-3.0', prompt: 'A boat', ...fields });
const pro = (fields: object) => ({ model: 'sx-5-0-pro', prompt: 'A boat', ...fields });
const lite = (fields: object) => ({ model: 'sx-5-0-lite', prompt: 'A boat', ...fields });
const clip = (fields: object) => ({ model: 'vxq3', prompt: 'It sails', image_urls: [BOAT], ...fields });
const hi = [{ role: 'user', content: 'Hi' }];
const chat = (fields: object) => ({ model: 'qx3.8-max', messages: hi, ...fields });
const part = (...content: readonly unknown[]) => chat({ messages: [{ role: 'user', content }] });
const ask = (fields: object) => ({ model: 'qx3.8-max', input: 'Hi', ...fields });

/** How often the same request was sent before, answered or not, and with which body if it differed. */
interface RowOptions extends SendOptions {
  readonly sentBefore?: number;
  readonly bodyBefore?: unknown;
}

const say = (...content: readonly unknown[]) => ask({ input: [{ role: 'user', content }] });

type Row = readonly [call: string, body: unknown, status: number, want: string, options?: RowOptions];

const once = { headers: { 'idempotency-key': 'order-4711' }, sentBefore: 1 };
const SLOW = 'https://slow.example/boat.png';

/** One mistake of each kind, and the sentence that a caller reads first. */
const rows: readonly Row[] = [
  [
    I,
    { prompt: 'x' },
    400,
    'model is required. Available here: qx-image-3.0, qx-image-3.0-pro, sx-5-0-lite, sx-5-0-pro.',
  ],
  [
    I,
    { model: 5, prompt: 'x' },
    400,
    'model must be a string; got 5. Available here: qx-image-3.0, qx-image-3.0-pro, sx-5-0-lite, sx-5-0-pro.',
  ],
  [
    I,
    { model: 'sx-5-0-por', prompt: 'x' },
    400,
    'Unknown model "sx-5-0-por". Did you mean sx-5-0-pro? Available here: qx-image-3.0, qx-image-3.0-pro, sx-5-0-lite, sx-5-0-pro.',
  ],
  [I, { model: 'vxq3', prompt: 'x' }, 400, 'vxq3 is a video model: send it to POST /v1/videos/generations.'],
  [I, qx({ prompt: undefined }), 400, 'prompt is required'],
  [I, qx({ prompt: '' }), 400, 'prompt must not be empty'],
  [I, qx({ prompt: ['a'] }), 400, 'prompt must be a string; got an array'],
  [I, qx({ n: 0 }), 400, 'n must be at least 1; got 0'],
  [I, qx({ n: 1.5 }), 400, 'n must be an integer; got 1.5'],
  [
    I,
    qx({ size: 'big' }),
    400,
    'size: "big" is not supported; use 1:1, 4:3, 3:4, 16:9, 9:16, 3:2, 2:3 or exact pixels such as 1024x1024',
  ],
  [I, qx({ size: 1024 }), 400, 'size must be a string; got 1024'],
  [I, qx({ resolution: '4K' }), 400, 'resolution must be one of "1K", "2K"; got "4K"'],
  [
    I,
    qx({ image_urls: BOAT }),
    400,
    'image_urls must be an array; got "https://images.example.net/boat.png"',
  ],
  [I, qx({ image_urls: [] }), 400, 'image_urls must have at least 1 entry; got 0'],
  [I, qx({ image_urls: [BOAT, BOAT, BOAT, BOAT] }), 400, 'image_urls must have at most 3 entries; got 4'],
  [
    I,
    qx({ image_urls: ['boat.png'] }),
    400,
    'image_urls[0] must be an http(s) URL or an image data URI, such as https://images.example.com/boat.png or data:image/png;base64,<data>; got "boat.png"',
  ],
  [
    I,
    qx({ image_urls: ['DATA:text/plain;base64,AAAA'] }),
    400,
    'image_urls[0] must be an http(s) URL or an image data URI, such as https://images.example.com/boat.png or data:image/png;base64,<data>; got "DATA:text/plain;base64,AAAA"',
  ],
  [
    I,
    qx({ image_urls: ['https://gone.example/x.png'] }),
    400,
    'image_urls[0]: the file cannot be read: the server responded with 404',
  ],
  [I, qx({ prompt_extend: 'yes' }), 400, 'prompt_extend must be a boolean; got "yes"'],
  [I, qx({ prompt_extend_mode: 'agent' }), 400, 'prompt_extend_mode needs prompt_extend: true'],
  [
    I,
    qx({ prompt_extend: true, prompt_extend_mode: 'agent', image_urls: [BOAT] }),
    400,
    'prompt_extend_mode: agent is for text-to-image only; use direct with image_urls',
  ],
  [
    I,
    { modle: 'qx-image-3.0', prompt: 'A boat' },
    400,
    'model is required; did you misspell it as modle? Available here: qx-image-3.0, qx-image-3.0-pro, sx-5-0-lite, sx-5-0-pro.',
  ],
  [I, pro({ prompt: undefined }), 400, 'prompt is required unless layer_decomposition is true'],
  [
    I,
    { model: 'sx-5-0-pro', promt: 'A boat' },
    400,
    'prompt is required unless layer_decomposition is true; did you misspell prompt as promt?',
  ],
  [
    I,
    pro({ layer_decomposition: true, image_url: [BOAT] }),
    400,
    'layer_decomposition needs exactly 1 input image in image_urls; got 0; did you misspell image_urls as image_url?',
  ],
  [
    I,
    pro({ stream: true }),
    400,
    'stream is not supported by sx-5-0-pro, whatever its value: leave it out and poll the task',
  ],
  [
    I,
    pro({ stream: null }),
    400,
    'stream is not supported by sx-5-0-pro, whatever its value: leave it out and poll the task',
  ],
  [I, pro({ tools: [] }), 400, 'tools are not supported by sx-5-0-pro, whatever their value: leave them out'],
  [
    I,
    pro({ sequential_image_generation: 'auto' }),
    400,
    'sequential_image_generation is not supported, whatever its value: sx-5-0-pro generates one image per request',
  ],
  [
    I,
    pro({ size: '9:21' }),
    400,
    'size: "9:21" is not supported; use 1K, 1.5K, 2K, 1:1, 4:3, 3:4, 16:9, 9:16, 3:2, 2:3, 2:1, 1:2, 21:9, auto or exact pixels such as 1024x1024',
  ],
  [I, pro({ background: 'clear' }), 400, 'background must be one of "opaque", "transparent"; got "clear"'],
  [
    I,
    pro({ background: 'transparent', output_format: 'png' }),
    400,
    'background: transparent needs exactly 1 input image in image_urls; got 0',
  ],
  [
    I,
    pro({ background: 'transparent', output_format: 'png', image_urls: [BOAT] }),
    400,
    'image_urls[0]: background: transparent needs an input image with an alpha channel; this image is a PNG of 640x480 pixels',
  ],
  [
    I,
    pro({ layer_decomposition: true }),
    400,
    'layer_decomposition needs exactly 1 input image in image_urls; got 0',
  ],
  [
    I,
    pro({ layer_decomposition: true, image_urls: [BOAT], size: '16:9' }),
    400,
    'size: layer_decomposition supports size 1K, 1.5K, 2K or auto, but not ratios or exact pixels',
  ],
  [
    I,
    pro({ optimize_prompt_options: { mode: 'fast' } }),
    400,
    'optimize_prompt_options.mode must be "standard"; got "fast"',
  ],
  [I, pro({ output_format: 'gif' }), 400, 'output_format must be one of "jpeg", "png"; got "gif"'],
  [
    I,
    pro({ n: 3, stream: true, size: '3K', background: 'x', image_urls: ['ftp://a'] }),
    400,
    'n must be at most 1; got 3 (and 4 more violations)',
  ],
  [
    I,
    lite({ size: '1K' }),
    400,
    'size: "1K" is not supported; use 1:1, 4:3, 3:4, 16:9, 9:16, 3:2, 2:3, 2:1, 1:2, 21:9 or auto',
  ],
  [
    I,
    lite({ sequential_image_generation: 'always' }),
    400,
    'sequential_image_generation must be one of "disabled", "auto"; got "always"',
  ],
  [
    I,
    lite({ sequential_image_generation_options: { max_images: 99 } }),
    400,
    'sequential_image_generation_options.max_images must be at most 15; got 99',
  ],
  [I, '', 400, 'The request body is not valid JSON: it is empty.'],
  [I, '[]', 400, 'The request body must be a JSON object, sent as application/json; got an array.'],
  [C, 'null', 400, 'The request body must be a JSON object, sent as application/json; got null.'],
  [R, '"boat"', 400, 'The request body must be a JSON object, sent as application/json; got "boat".'],
  [
    I,
    'model=qx-image-3.0&prompt=A%20boat',
    400,
    'The request body is not valid JSON: it is a URL-encoded form. Send a JSON object as application/json.',
  ],
  [
    I,
    '--x1\r\nContent-Disposition: form-data; name="model"\r\n\r\nqx-image-3.0\r\n--x1--',
    400,
    'The request body is not valid JSON: it is a multipart form. Send a JSON object as application/json.',
  ],
  [
    I,
    'qx-image-3.0',
    400,
    `The request body is not valid JSON: Unexpected token 'q', "qx-image-3.0" is not valid JSON.`,
  ],
  [I, '{"model":', 400, 'The request body is not valid JSON: Unexpected end of JSON input.'],
  [V, clip({ prompt: undefined }), 400, 'prompt is required'],
  [V, clip({ image_urls: undefined }), 400, 'image_urls is required'],
  [V, clip({ duration: '5' }), 400, 'duration must be an integer; got "5"'],
  [
    V,
    clip({ model: 'vxq3-mix', resolution: '540p' }),
    400,
    'resolution must be one of "720p", "1080p"; got "540p"',
  ],
  [
    V,
    clip({ aspect_ratio: '21:9' }),
    400,
    'aspect_ratio must be one of "16:9", "9:16", "4:3", "3:4", "1:1"; got "21:9"',
  ],
  [V, clip({ seed: 1.5 }), 400, 'seed must be an integer; got 1.5'],
  [
    V,
    clip({ image_urls: ['data:image/png;base64,AAAA'] }),
    400,
    'image_urls[0] must be an http(s) URL, such as https://images.example.com/boat.png; got "data:image/png;base64,AAAA"',
  ],
  [
    V,
    clip({ model: 'sx-5-0-pro' }),
    400,
    'sx-5-0-pro is an image model: send it to POST /v1/images/generations.',
  ],
  [C, chat({ messages: undefined }), 400, 'messages is required'],
  [
    C,
    chat({ messages: undefined, input: 'Hi' }),
    400,
    'messages is required; input is for POST /v1/responses',
  ],
  [C, chat({ messages: 'Hi' }), 400, 'messages must be an array; got "Hi"'],
  [C, chat({ messages: ['Hi'] }), 400, 'messages[0] must be an object; got "Hi"'],
  [C, chat({ messages: [{ content: 'Hi' }] }), 400, 'messages[0].role is required'],
  [C, chat({ messages: [{ role: 'user' }] }), 400, 'messages[0].content is required'],
  [
    C,
    chat({ messages: [{ role: 'user', content: 5 }] }),
    400,
    'messages[0].content must be a string or an array; got 5',
  ],
  [C, part({}), 400, 'messages[0].content[0].type is required'],
  [C, part({ type: 'text', text: 5 }), 400, 'messages[0].content[0].text must be a string; got 5'],
  [
    C,
    part({ type: 'image_url', image_url: 'x' }),
    400,
    'messages[0].content[0].image_url must be an object; got "x"',
  ],
  [C, part({ type: 'text', content: 'Hi' }), 400, 'messages[0].content[0].text is required'],
  [C, part({ type: 'image_url', url: BOAT }), 400, 'messages[0].content[0].image_url is required'],
  [C, part({ type: 'image_url', image_url: {} }), 400, 'messages[0].content[0].image_url.url is required'],
  [
    C,
    part({ type: 'image_url', image_url: { url: '' } }),
    400,
    'messages[0].content[0].image_url.url must be an http(s) URL or data:image/<format>;base64,<data>; got ""',
  ],
  [C, part({ type: 'file' }), 400, 'messages[0].content[0].file is required'],
  [C, part({ type: 'file', file: null }), 400, 'messages[0].content[0].file is required'],
  [
    C,
    part({ type: 'file', file: {} }),
    400,
    'messages[0].content[0].file must have at least one of file_url, file_data',
  ],
  [
    C,
    part({ type: 'file', file: { file_url: 'ftp://x' } }),
    400,
    'messages[0].content[0].file.file_url must be an http(s) URL or data:application/pdf;base64,<data>; got "ftp://x"',
  ],
  [
    C,
    part({ type: 'text', text: 'x', cache_control: { type: 'forever' } }),
    400,
    'messages[0].content[0].cache_control.type must be "ephemeral"; got "forever"',
  ],
  [C, chat({ stream: 'yes' }), 400, 'stream must be a boolean; got "yes"'],
  [C, chat({ max_tokens: 999_999 }), 400, 'max_tokens must be at most 131072; got 999999'],
  [C, chat({ stop: 5 }), 400, 'stop must be a string or an array; got 5'],
  [
    C,
    chat({ response_format: { type: 'xml' } }),
    400,
    'response_format.type must be one of "text", "json_object", "json_schema"; got "xml"',
  ],
  [C, chat({ response_format: { type: 'json_schema' } }), 400, 'response_format.json_schema is required'],
  [C, chat({ model: 'gpt-4o' }), 400, 'Unknown model "gpt-4o". Available here: qx3.8-max.'],
  [R, ask({ input: undefined }), 400, 'input is required'],
  [
    R,
    ask({ input: undefined, messages: [{ role: 'user', content: 'Hi' }] }),
    400,
    'input is required; messages is for POST /v1/chat/completions',
  ],
  [R, ask({ input: 5 }), 400, 'input must be a string or an array; got 5'],
  [R, ask({ input: [{ role: 'user', content: [{}] }] }), 400, 'input[0].content[0].type is required'],
  [R, say({ type: 'input_text', content: 'Hi' }), 400, 'input[0].content[0].text is required'],
  [R, say({ type: 'text' }), 400, 'input[0].content[0].text is required'],
  [R, say({ type: 'input_image', file_id: 'file-1' }), 400, 'input[0].content[0].image_url is required'],
  [R, say({ type: 'input_image', image_url: null }), 400, 'input[0].content[0].image_url is required'],
  [
    R,
    say({ type: 'input_image', image_url: '' }),
    400,
    'input[0].content[0].image_url must be an http(s) URL or data:image/<format>;base64,<data>; got ""',
  ],
  [
    R,
    say({ type: 'input_image', image_url: { url: BOAT } }),
    400,
    'input[0].content[0].image_url must be a string; got an object',
  ],
  [R, ask({ tools: ['web_search'] }), 400, 'tools[0] must be an object; got "web_search"'],
  [
    R,
    ask({ tools: [{ type: 'web_extractor' }] }),
    400,
    'web_extractor must be declared together with web_search',
  ],
  [
    R,
    ask({ text: { format: { type: 'x' } } }),
    400,
    'text.format.type must be one of "text", "json_object", "json_schema"; got "x"',
  ],
  [R, ask({ model: 'vxq3' }), 400, 'vxq3 is a video model: send it to POST /v1/videos/generations.'],
  [
    'GET /v1/models',
    undefined,
    401,
    'No API key: send the header Authorization: Bearer <API_KEY>.',
    { key: null },
  ],
  [
    'GET /v1/models',
    undefined,
    401,
    'The scheme of the Authorization header must be Bearer: send the header Authorization: Bearer <API_KEY>.',
    { key: null, headers: { authorization: 'sk-alpha' } },
  ],
  ['GET /v1/models', undefined, 401, 'The API key is not valid.', { key: 'sk-wrong' }],
  ['GET /v1/nothing', undefined, 404, 'There is no endpoint /v1/nothing.'],
  [
    'GET /v1/images/generations',
    undefined,
    405,
    'Method GET is not allowed for /v1/images/generations; allowed: POST.',
  ],
  ['GET /v1/tasks/task_x', undefined, 404, 'Task task_x does not exist.'],
  [
    'GET /v1/models/xyz/schema',
    undefined,
    404,
    'Model xyz does not exist or is not available to this key. GET /v1/models lists its models.',
  ],
  [
    'GET /v1/models/sx-5-pro/schema',
    undefined,
    404,
    'Model sx-5-pro does not exist or is not available to this key. Did you mean sx-5-0-pro? GET /v1/models lists its models.',
  ],
  [
    'GET /v1/model-schema?model=vx-q3',
    undefined,
    404,
    'Model vx-q3 does not exist or is not available to this key. Did you mean vxq3? GET /v1/models lists its models.',
  ],
  [
    'GET /api/pricing/model?model=qx3.8-mx',
    undefined,
    404,
    'Model qx3.8-mx does not exist or is not available to this key. Did you mean qx3.8-max? GET /v1/models lists its models.',
  ],
  [
    'GET /api/pricing/model?model=sx-5-pro',
    undefined,
    404,
    'Model sx-5-pro does not exist or is not available to this key. GET /v1/models lists its models.',
    { key: 'sk-narrow' },
  ],
  [
    I,
    { model: 'sx-5-pro', prompt: 'x' },
    400,
    'Unknown model "sx-5-pro". Available here: sx-5-0-lite.',
    { key: 'sk-narrow' },
  ],
  [
    C,
    chat({ model: 'qx3.8-mx' }),
    400,
    'Unknown model "qx3.8-mx". Did you mean qx3.8-max? Available here: qx3.8-max.',
  ],
  [
    'POST /v1/image/generations',
    qx({}),
    404,
    'There is no endpoint /v1/image/generations. Did you mean POST /v1/images/generations?',
  ],
  [
    'POST /v1/chat/completion',
    chat({}),
    404,
    'There is no endpoint /v1/chat/completion. Did you mean POST /v1/chat/completions?',
  ],
  [
    'GET /v1/models/qx3.8/schema',
    undefined,
    404,
    'Model qx3.8 does not exist or is not available to this key. Did you mean qx3.8-max? GET /v1/models lists its models.',
  ],
  [
    'GET /v1/models/sx-5-0/schema',
    undefined,
    404,
    'Model sx-5-0 does not exist or is not available to this key. GET /v1/models lists its models.',
  ],
  ['GET /v1/model', undefined, 404, 'There is no endpoint /v1/model. Did you mean GET /v1/models?'],
  [
    'POST /images/generations',
    qx({}),
    404,
    'There is no endpoint /images/generations. Did you mean POST /v1/images/generations?',
  ],
  ['GET /v1/models/', undefined, 404, 'There is no endpoint /v1/models/. Did you mean GET /v1/models?'],
  [
    'GET /v1/models/qx3.8-max/schema',
    undefined,
    404,
    'Model qx3.8-max has no parameter contract: contracts cover image and video models.',
  ],
  [
    'GET /v1/models/qx3.8-max',
    undefined,
    404,
    'There is no endpoint /v1/models/qx3.8-max. Did you mean GET /v1/models?',
  ],
  [
    'GET /v1/models/vxq3',
    undefined,
    404,
    'There is no endpoint /v1/models/vxq3. Did you mean GET /v1/models/vxq3/schema?',
  ],
  ['GET /v1/model-schema', undefined, 400, 'The query parameter model is required.'],
  [
    'GET /v1/dashboard/billing/usage?start_date=soon',
    undefined,
    400,
    'start_date must be a valid date, such as 2026-11-20; got "soon"',
  ],
  [
    'GET /v1/dashboard/billing/usage?start_date=2026-02-02&end_date=2026-01-01',
    undefined,
    400,
    'start_date must not be after end_date, which is 2026-01-01',
  ],
  [
    I,
    qx({}),
    403,
    'This API key may not use model "qx-image-3.0". Available here: sx-5-0-lite.',
    { key: 'sk-narrow' },
  ],
  [
    I,
    qx({ n: 3 }),
    402,
    'The balance of 0.01 USD does not cover the hold of 0.09 USD for this request: 3 images of 1024x1024 at 0.03 USD each. Add credit.',
    { key: 'sk-poor' },
  ],
  [
    V,
    clip({}),
    402,
    'The balance of 0.01 USD does not cover the hold of 0.25 USD for this request: 5 seconds of 1280x720 at 0.05 USD each. Add credit.',
    { key: 'sk-poor' },
  ],
  [
    C,
    chat({ max_tokens: 100_000 }),
    402,
    'The balance of 0.01 USD does not cover the hold of 0.6000012 USD for this request: 1 input token at 1.2 USD per 1000000 and up to 100000 output tokens at 6 USD per 1000000. The balance would cover max_tokens: 1666.',
    { key: 'sk-poor' },
  ],
  [
    I,
    qx({}),
    400,
    'Idempotency-Key must be 1 to 191 visible ASCII characters; got "a b".',
    { headers: { 'idempotency-key': 'a b' } },
  ],
  [
    I,
    qx({}),
    415,
    'The Content-Encoding "br" is not supported: send the body uncompressed, or compressed with gzip.',
    { headers: { 'content-encoding': 'br' } },
  ],
  [
    I,
    qx({}),
    409,
    'Idempotency-Key "order-4711" was already used with a different request body: use a new key for a new request.',
    { ...once, bodyBefore: qx({ n: 2 }) },
  ],
  [
    I,
    qx({ image_urls: [SLOW] }),
    409,
    'The first request with Idempotency-Key "order-4711" is still in progress: try again in 1 second.',
    once,
  ],
  [
    I,
    qx({}),
    413,
    'The request body is larger than the 441450496 bytes that this endpoint accepts. Send images and files as URLs.',
    { headers: { 'content-length': '500000000' } },
  ],
  [
    V,
    clip({ image_urls: [`data:image/png;base64,${'A'.repeat(1_100_000)}`] }),
    413,
    'The request body is larger than the 1048576 bytes that this endpoint accepts. Send images and files as URLs.',
  ],
  [
    'GET /v1/models',
    undefined,
    429,
    'This API key has reached its limit of 5 requests per 10 seconds: try again in 10 seconds.',
    { key: 'sk-slow', sentBefore: 5 },
  ],
  [
    I,
    qx({}),
    429,
    'This API key has reached its limit of 1 request per 1 second: try again in 1 second.',
    { key: 'sk-slower', sentBefore: 1 },
  ],
  [
    C,
    chat({ stream: false }),
    429,
    'This account has reached its limit of 2 text responses in progress: try again in 2 seconds.',
    { sentBefore: 2 },
  ],
  [
    I,
    qx({ image_urls: [SLOW] }),
    429,
    'This account has reached its limit of 2 requests with references being read: try again in 2 seconds.',
    { sentBefore: 2 },
  ],
  ['GET /files/task_x/0.png', undefined, 404, 'The file does not exist.'],
  ['DELETE /v1/models', undefined, 405, 'Method DELETE is not allowed for /v1/models; allowed: GET, HEAD.'],
];

const cases = rows.map(([call, body, status, want, options = {}]) => ({ call, body, status, want, options }));

test.each(cases)('$call $body is $status: $want', async ({ call, body, status, want, options }) => {
  await using wire = await openWire(fetchShell, { keys, deposits, ports, bounds });
  const sent = { ...(body === undefined ? {} : { body }), ...options };
  await sendBefore(wire, call, sent);
  const answer = await send(wire, call, sent);
  expect([answer.status, at(answer.body, 'error', 'message')]).toEqual([status, want]);
});

/** Sends it without waiting for a response; work that needs no network is finished afterwards. */
async function sendBefore(wire: Wire, call: string, { sentBefore = 0, bodyBefore, ...sent }: RowOptions) {
  const body = bodyBefore === undefined ? {} : { body: bodyBefore };
  for (let index = 0; index < sentBefore; index += 1) void send(wire, call, { ...sent, ...body });
  for (let turn = 0; sentBefore > 0 && turn < 50; turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
}

function send(wire: Wire, call: string, options: SendOptions) {
  const [method = '', target = ''] = call.split(' ');
  return wire.send(method, target, options);
}
