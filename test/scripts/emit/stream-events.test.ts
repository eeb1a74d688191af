import { expect, test } from 'vitest';
import type { JsonObject } from '../../../scripts/contract/contract.ts';
import { emitStreamEvents } from '../../../scripts/emit/code/stream-events.ts';

const emit = (members: JsonObject) => {
  const Event = {
    required: ['type', 'at'],
    properties: {
      type: { type: 'string', 'x-extensible-enum': ['begin', 'end'] },
      at: { type: 'integer' },
      text: { type: 'string' },
    },
    'x-members-by-type': members,
  };
  const document = { components: { schemas: { Event, Other: { type: 'object' } } } };
  return emitStreamEvents({ root: '', document, models: [], policies: {}, errors: {}, messages: {} });
};

test('an event has the members of its type and those of every event', async () => {
  const [file] = await emit({ begin: [], end: ['text'] });
  expect(file?.text).toContain("| OfType<Schemas['Event'], 'begin', 'at'>\n");
  expect(file?.text).toContain("| OfType<Schemas['Event'], 'end', 'at' | 'text'>;");
  expect(file?.text).not.toContain('Other');
});

test('a type without members, and a member that is no property, are refused', async () => {
  await expect(emit({ begin: [] })).rejects.toThrow(
    'Event: x-members-by-type has the types begin, but type lists begin, end.',
  );
  await expect(emit({ begin: [], end: ['txt'] })).rejects.toThrow(
    'x-members-by-type names txt, which is no property.',
  );
});
