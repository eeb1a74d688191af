import { policies } from '../../../../generated/policies.ts';
import type { UntrustedWork, Workers, WorkResult } from '../../../gateway/ports/workers.ts';
import type { JsonDrawn, JsonTask } from './draw-json-work.ts';

/** A value as text, or why there is none. `busy` is transient. */
export type JsonDrawing = JsonDrawn | { readonly kind: 'busy' } | { readonly kind: 'cancelled' };

/** For whom a value is made, and what it depends on besides the schema. */
export interface DrawOptions {
  readonly seed: number;
  readonly owner: string;
  readonly signal: AbortSignal | undefined;
}

/** Generates values for untrusted JSON Schemas. */
export interface JsonDrawer {
  /** Same schema and seed, same text. */
  draw(schema: object, options: DrawOptions): Promise<JsonDrawing>;
}

/** Options of a drawer. */
export interface JsonDrawerOptions {
  readonly workers: Workers;
  /** Longest time for one value. */
  readonly drawMs?: number;
}

const {
  schema_attempts: attempts,
  schema_steps: steps,
  schema_long_attempts: longAttempts,
  schema_applications: applications,
  max_schema_result_bytes: maxBytes,
} = policies.text;

/** Creates a drawer that leaves the work to threads: a small schema can require any amount of time and memory. */
export function createJsonDrawer({
  workers,
  drawMs = policies.text.schema_seconds * 1000,
}: JsonDrawerOptions): JsonDrawer {
  const drawing: UntrustedWork<JsonTask, JsonDrawn> = {
    module: new URL('./draw-json-work.ts', import.meta.url).href,
    load: () => import('./draw-json-work.ts'),
    timeMs: drawMs,
    bufferBytes: policies.text.schema_buffer_bytes,
  };
  return {
    async draw(schema, { seed, owner, signal }) {
      const bytes = new TextEncoder().encode(JSON.stringify(schema));
      const order = {
        bytes,
        about: { seed, attempts, steps, longAttempts, applications, maxBytes },
        owner,
        signal,
      };
      return toDrawing(await workers.run(drawing, order), drawMs);
    },
  };
}

function toDrawing(result: WorkResult<JsonDrawn>, drawMs: number): JsonDrawing {
  switch (result.kind) {
    case 'found':
      return result.found;
    case 'too_slow':
      return unsolved(`a search took longer than ${drawMs / 1000} seconds`);
    case 'too_large':
      return unsolved('a search took more memory than there is for one request');
    case 'crashed':
      return unsolved('it cannot be read');
    case 'overloaded':
      return { kind: 'busy' };
    case 'cancelled':
      return result;
  }
}

function unsolved(reason: string): JsonDrawing {
  return { kind: 'unfit', fault: 'unsolved', reason };
}
