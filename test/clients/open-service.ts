import { fetchShell, openText } from '../gateway/text/open-text.ts';
import { listen } from '../http/listen.ts';

/** A gateway that third-party clients can call, with the simulated model at full speed. */
export async function openService() {
  const text = await openText(fetchShell);
  const server = await listen(text.gateway);
  return {
    baseURL: `http://127.0.0.1:${server.port}/v1`,
    apiKey: 'sk-alpha',
    model: 'qx3.8-max',
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await text[Symbol.asyncDispose]();
    },
  };
}

/** A schema whose answers can be distinguished from prose. */
export const boatSchema = {
  title: 'boat',
  description: 'A boat',
  type: 'object' as const,
  properties: {
    colour: { type: 'string' as const, enum: ['red', 'blue'] },
    length: { type: 'integer' as const, minimum: 1, maximum: 30 },
  },
  required: ['colour', 'length'],
  additionalProperties: false,
};

/** What fits it. */
export function isBoat(value: unknown): boolean {
  const { colour, length } = Object(value) as { readonly colour?: unknown; readonly length?: unknown };
  return (colour === 'red' || colour === 'blue') && Number.isInteger(length);
}
