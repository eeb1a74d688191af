import { Environment } from '@marcbachmann/cel-js';
import type { JsonObject, ModelSource } from '../contract.ts';
import { bindSelf } from './bind-self.ts';

/** The result of an expression for a request, or why it failed. */
export type CelOutcome = { readonly value: unknown } | { readonly error: string };

const runtime = new Environment().registerVariable('self', 'map');
const programs = new Map<string, ReturnType<Environment['parse']>>();

/** Evaluates an expression for a request of a model; an error is returned, never thrown. */
export function evaluateFor({ requestSchema }: ModelSource, text: string, request: JsonObject): CelOutcome {
  try {
    const program = programs.get(text) ?? runtime.parse(text);
    programs.set(text, program);
    return { value: program({ self: bindSelf(requestSchema, request) }) };
  } catch (error) {
    return { error: firstLine(error) };
  }
}

/** What an error says, without the excerpt of the expression below it. */
export function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? message;
}
