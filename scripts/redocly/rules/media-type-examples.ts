import { isObject, type Visitor } from '../visitor.ts';

/** Rule: every media type has at least one named example. */
export function mediaTypeExamples(): Visitor {
  return {
    MediaType(mediaType, context) {
      const examples = mediaType.examples;
      if (isObject(examples) && Object.keys(examples).length > 0) return;
      const message = `Media type "${context.key}" has no named examples: add at least one under "examples".`;
      context.report({ message, location: context.location });
    },
  };
}
