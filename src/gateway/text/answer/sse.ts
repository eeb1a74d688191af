/** A comment line, which clients skip: it keeps an idle stream alive. */
export const KEEP_ALIVE = ': keep-alive\n\n';

/** The end of a streamed chat completion. */
export const DONE = 'data: [DONE]\n\n';

/** One server-sent event; JSON has no line breaks of its own. */
export function toEvent(data: object, name?: string): string {
  const text = `data: ${JSON.stringify(data)}\n\n`;
  return name === undefined ? text : `event: ${name}\n${text}`;
}

/** Chunks as the body of a response: a client that disconnects closes it at once, even while the next chunk is awaited. */
export function toBody(chunks: AsyncGenerator<string>, close: () => Promise<void>): AsyncIterable<string> {
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => chunks.next(),
      return: async () => {
        await close();
        return { done: true, value: undefined };
      },
    }),
  };
}
