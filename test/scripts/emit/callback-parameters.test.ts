import { expect, test } from 'vitest';
import document from '../../../generated/openapi.json' with { type: 'json' };

const submissions = { createImage: '/v1/images/generations', createVideo: '/v1/videos/generations' } as const;

test.each(Object.entries(submissions))(
  'the callback of %s and its parameters are written out, as some viewers and parsers need them',
  (operationId, path) => {
    const { taskFinished } = document.paths[path].post.callbacks;
    const received = taskFinished['{$request.body#/webhook}/callback'].post;
    expect(received.operationId).toBe(`${operationId}Callback`);
    expect(received.parameters.map(({ name, in: place }) => `${place} ${name}`)).toEqual([
      'header webhook-id',
      'header webhook-timestamp',
      'header webhook-signature',
    ]);
  },
);
