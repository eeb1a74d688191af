import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };

const { schemas } = document.components;
const ajv = new Ajv2020({ strict: false, validateFormats: false, discriminator: false });
ajv.addSchema({ $id: 'https://document.example/', components: { schemas } });

const requests = [
  ['ChatCompletionRequest', { messages: [{ role: 'user', content: 'Hello' }] }],
  ['ResponseCreateRequest', { input: 'Hello' }],
  ['ImageGenerationRequest', { prompt: 'A boat' }],
  ['VideoGenerationRequest', { prompt: 'A boat', image_urls: ['https://images.example/1.png'] }],
] as const;

test.each(requests)('a %s with an empty model is invalid, as the gateway answers', (name, body) => {
  const validate = ajv.compile({ $ref: `https://document.example/#/components/schemas/${name}` });
  expect(validate({ ...body, model: 'some-model' })).toBe(true);
  expect(validate({ ...body, model: '' })).toBe(false);
});
