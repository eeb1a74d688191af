import { compileExpression } from '../../../../src/contract/rules/cel.ts';
import { bindSelf } from '../../../../src/contract/rules/self.ts';
import type { JsonObject, ModelSource } from '../../contract.ts';
import { defaultsOf, fieldShapes } from '../../field-shapes.ts';

/** The result of an expression for a request, or why it failed. */
export type CelOutcome = { readonly value: unknown } | { readonly error: string };

/** Evaluates an expression for a request of a model as the gateway does; an error is returned, never thrown. */
export function evaluateFor(model: ModelSource, text: string, request: JsonObject): CelOutcome {
  const result = compileExpression(text)(bindRequest(model, request));
  return result.kind === 'value' ? { value: result.value } : { error: firstLine(result.reason) };
}

/** A request as the expressions of its model see it. */
export function bindRequest(
  { requestSchema }: ModelSource,
  request: JsonObject,
): ReturnType<typeof bindSelf> {
  // The emitted shapes are typed where they are read.
  const fields = fieldShapes(requestSchema) as Parameters<typeof bindSelf>[0]['fields'];
  return bindSelf({ fields, defaults: defaultsOf(requestSchema) }, request);
}

/** The message of an error, without the excerpt of the expression below it. */
export function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? message;
}
