import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const VECTORS = resolve(import.meta.dirname, '../../conformance/vectors');

/** Vectors of conformance/vectors. */
export function readVectors(name: string): readonly Readonly<Record<string, unknown>>[] {
  return JSON.parse(readFileSync(join(VECTORS, `${name}.json`), 'utf8')).vectors;
}
