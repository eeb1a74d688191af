import type { OperationId } from '../../../generated/operations.ts';
import { policies } from '../../../generated/policies.ts';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { BodyReading } from './read-body.ts';

/** How the body of an operation is read: a submission is stored with its task, so it must be short apart from its images. */
export function bodyReadingOf(operationId: OperationId, catalogue: Catalogue): BodyReading {
  switch (operationId) {
    case 'createImage':
      return submitReading(catalogue.for('image_generation'));
    case 'createVideo':
      return submitReading(catalogue.for('video_generation'));
    case 'createChatCompletion':
      return textReading(['url', 'file_url', 'file_data']);
    case 'createResponse':
      return textReading(['image_url']);
    default:
      return textReading([]);
  }
}

function submitReading(models: Catalogue['models']): BodyReading {
  const media = models.flatMap((model) => Object.entries(model.media ?? {}));
  const fields = media.flatMap(([field, { sources }]) => (sources.includes('data') ? [field] : []));
  const maxRestBytes = policies.requests.max_submit_rest_bytes;
  return { dataFields: [...new Set(fields)], dataMembers: [], maxRestBytes };
}

/**
 * A conversation has its PDFs, and its images, which are never fetched, in its parts; its texts are limited by their
 * tokens.
 */
function textReading(dataMembers: readonly string[]): BodyReading {
  return { dataFields: [], dataMembers, maxRestBytes: Number.POSITIVE_INFINITY };
}
