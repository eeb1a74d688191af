import { expect, test } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };

/** Operations whose answer may be streamed, and whether it is without `stream` in the request. */
const operations = [
  ['createChatCompletion', document.paths['/v1/chat/completions'].post, true],
  ['createResponse', document.paths['/v1/responses'].post, false],
] as const;

// Tools such as Specmatic send the request example, and expect the response example that has its name.
test.each(operations)(
  '%s: a response example answers the request example of its name',
  (_, operation, isUsual) => {
    const requests: Readonly<Record<string, { readonly value: object }>> =
      operation.requestBody.content['application/json'].examples;
    const answers = operation.responses['200'].content;
    const streamed = Object.keys(answers['text/event-stream'].examples);
    const whole = Object.keys(answers['application/json'].examples);
    const streams = (name: string) => ({ stream: isUsual, ...requests[name]?.value }).stream;
    expect(streamed.map((name) => name in requests && streams(name))).toEqual([true]);
    expect(whole.map((name) => name in requests && !streams(name))).toEqual([true]);
  },
);
