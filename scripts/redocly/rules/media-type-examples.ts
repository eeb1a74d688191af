import { isObject, type Visitor } from '../visitor.ts';

/** Media types that an example in a document cannot show. */
const BINARY = /^(audio|image|video)\//;

/** Rule: every media type of text has at least one named example. */
export function mediaTypeExamples(): Visitor {
  return {
    MediaType(mediaType, context) {
      if (BINARY.test(String(context.key))) return;
      const examples = mediaType.examples;
      if (isObject(examples) && Object.keys(examples).length > 0) return;
      const message = `Media type "${context.key}" has no named examples: add at least one under "examples".`;
      context.report({ message, location: context.location });
    },
  };
}
