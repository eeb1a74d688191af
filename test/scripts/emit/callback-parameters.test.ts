import { expect, test } from 'vitest';
import document from '../../../generated/openapi.json' with { type: 'json' };

test('the parameters of a callback are written out, as some parsers need them', () => {
  const { parameters } = document.components.callbacks.TaskFinished['{$request.body#/webhook}/callback'].post;
  expect(parameters.map(({ name, in: place }) => `${place} ${name}`)).toEqual([
    'header webhook-id',
    'header webhook-timestamp',
    'header webhook-signature',
  ]);
});
