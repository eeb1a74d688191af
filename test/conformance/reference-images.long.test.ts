import { expect, test } from 'vitest';
import { expandCases } from '../../src/conformance/expand/expand.ts';
import { fillKnown } from '../../src/conformance/money/spending-requests.ts';
import { drawMedia } from '../../src/conformance/peers/draw-media.ts';
import { isObject, type Json } from '../../src/conformance/suite/json.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';

const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json; // what was read from YAML

/** The names of all reference images within a value. */
function imagesIn(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(imagesIn);
  if (!isObject(value)) return [];
  return typeof value.$image === 'string' ? [value.$image] : Object.values(value).flatMap(imagesIn);
}

test('every reference image of a case can be generated: otherwise it would be rejected as missing, not for what it is', async () => {
  const cases = expandCases(await readSuite());
  const names = cases.flatMap(({ steps, values }) => imagesIn(fillKnown(toJson(steps), values)));
  expect(names.length).toBeGreaterThan(500);
  for (const name of new Set(names)) expect((await drawMedia(name)).length, name).toBeGreaterThan(0);
});
